-- The archive: what goes by retention is set aside as outgoing and dropped when it is in a file; what was read back from a file
-- is kept for a while.

-- What has left the history and is not yet in a file: the rows that were swept, and under them, as tables that inherit, the
-- partitions that were taken off. Nobody changes them. Their columns are those of job, execution and ended, in their order.
CREATE TABLE rota.outgoing_job AS SELECT * FROM rota.job WITH NO DATA;
CREATE TABLE rota.outgoing_execution AS SELECT * FROM rota.execution WITH NO DATA;
CREATE TABLE rota.outgoing_ended AS SELECT * FROM rota.ended WITH NO DATA;
CREATE INDEX outgoing_job_id ON rota.outgoing_job (id);
CREATE INDEX outgoing_execution_job ON rota.outgoing_execution (job);
CREATE INDEX outgoing_ended_job ON rota.outgoing_ended (job);

-- The files that were written, one or more for each day on which jobs were made.
CREATE TABLE rota.archive_file (
  day date NOT NULL,
  part int NOT NULL,
  name text NOT NULL UNIQUE,
  jobs bigint NOT NULL,
  executions bigint NOT NULL,
  bytes bigint NOT NULL,
  sha256 text NOT NULL,
  archived_at timestamptz NOT NULL,
  PRIMARY KEY (day, part)
);

-- Why the archive does not get on, in one row, for as long as it does not.
CREATE TABLE rota.archive_failure (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  since timestamptz NOT NULL,
  at timestamptz NOT NULL,
  node text NOT NULL,
  error text NOT NULL
);

-- Ids of jobs that retention leaves alone for a while: they were read back.
CREATE TABLE rota.kept_range (
  from_id bigint NOT NULL PRIMARY KEY,
  to_id bigint NOT NULL,
  until timestamptz NOT NULL
);
DO $$ BEGIN
  EXECUTE replace(replace(replace(pg_get_functiondef('rota.keeps'::regproc),
    '''x.finished_at >= $1', '''x.finished_at >= $1 OR EXISTS (SELECT FROM rota.kept_range k WHERE x.job >= k.from_id AND x.job < k.to_id AND k.until > rota.clock())'),
    '''x.ended_at >= $1', '''x.ended_at >= $1 OR EXISTS (SELECT FROM rota.kept_range k WHERE x.job >= k.from_id AND x.job < k.to_id AND k.until > rota.clock())'),
    '''x.created_at >= $1', '''x.created_at >= $1 OR EXISTS (SELECT FROM rota.kept_range k WHERE x.id >= k.from_id AND x.id < k.to_id AND k.until > rota.clock())');
END $$;

-- A time as archives write it.
CREATE FUNCTION rota.utc(at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') $$;

-- Seconds of a span, as archives write them.
CREATE FUNCTION rota.seconds(span interval) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT trim_scale(extract(epoch FROM span)) $$;

-- Takes one partition off the history, as retire_partition does, and leaves it among what is outgoing.
CREATE FUNCTION rota.set_aside(a_name text, retention interval, kept int) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  p rota.partition;
  id_column text;
  moved bigint;
BEGIN
  SELECT * INTO p FROM rota.partition WHERE name = a_name;
  IF NOT FOUND THEN RETURN 0; END IF;
  id_column := CASE p.parent WHEN 'ended' THEN 'job' ELSE 'id' END;
  EXECUTE format('CREATE TEMP TABLE survivor ON COMMIT DROP AS SELECT x.* FROM rota.%I x WHERE %s', p.name, rota.keeps(p.parent))
    USING rota.clock() - retention, kept, p.from_id, p.to_id;
  SET LOCAL lock_timeout = '1s';
  EXECUTE format('ALTER TABLE rota.%I DETACH PARTITION rota.%I', p.parent, p.name);
  IF p.parent = 'job' THEN
    EXECUTE format('INSERT INTO survivor SELECT x.* FROM rota.%I x WHERE x.id IN (SELECT l.job FROM rota.live l WHERE l.job >= %s AND l.job < %s)
      AND x.id NOT IN (SELECT s.id FROM survivor s)', p.name, p.from_id, p.to_id);
  END IF;
  EXECUTE format('DELETE FROM rota.%I x USING survivor s WHERE x.%I = s.%I', p.name, id_column, id_column);
  EXECUTE format('INSERT INTO rota.%I SELECT * FROM survivor', p.parent);
  GET DIAGNOSTICS moved = ROW_COUNT;
  EXECUTE format('ALTER TABLE rota.%I INHERIT rota.%I', p.name, 'outgoing_' || p.parent);
  DROP TABLE survivor;
  DELETE FROM rota.partition WHERE name = p.name;
  RETURN moved;
END $$;

-- Takes what the default partitions no longer have to keep out of the history, and deletes what the small tables need not keep
-- for an archive either.
CREATE FUNCTION rota.sweep_aside(retention interval, kept int) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  cutoff timestamptz := rota.clock() - retention;
  parent text;
  gone bigint := 0;
  swept bigint;
BEGIN
  FOREACH parent IN ARRAY ARRAY['execution', 'ended', 'job'] LOOP
    EXECUTE format('WITH gone AS (DELETE FROM rota.%I x WHERE %I < %s AND NOT coalesce(%s, false) RETURNING x.*) INSERT INTO rota.%I SELECT * FROM gone',
      parent || '_default', CASE parent WHEN 'ended' THEN 'job' ELSE 'id' END, rota.id_at(cutoff), rota.keeps(parent), 'outgoing_' || parent)
      USING cutoff, kept, 0::bigint, rota.id_at(cutoff);
    GET DIAGNOSTICS swept = ROW_COUNT;
    gone := gone + swept;
  END LOOP;
  DELETE FROM rota.progress p WHERE p.job < rota.id_at(cutoff)
    AND NOT EXISTS (SELECT FROM rota.job j WHERE j.id = p.job) AND NOT EXISTS (SELECT FROM rota.outgoing_job j WHERE j.id = p.job);
  DELETE FROM rota.event e WHERE e.at < cutoff;
  DELETE FROM rota.worker w WHERE w.stopped_at < cutoff AND NOT EXISTS (SELECT FROM rota.execution_default e WHERE e.worker = w.id)
    AND NOT EXISTS (SELECT FROM rota.outgoing_execution);
  RETURN gone;
END $$;

-- Drops everything outgoing: it is in files.
CREATE FUNCTION rota.drop_outgoing() RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  child text;
  dropped int := 0;
BEGIN
  SET LOCAL lock_timeout = '1s';
  FOR child IN SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent IN ('rota.outgoing_job'::regclass, 'rota.outgoing_execution'::regclass, 'rota.outgoing_ended'::regclass) LOOP
    EXECUTE format('DROP TABLE rota.%I', child);
    dropped := dropped + 1;
  END LOOP;
  TRUNCATE ONLY rota.outgoing_job, ONLY rota.outgoing_execution, ONLY rota.outgoing_ended;
  RETURN dropped;
END $$;

-- Makes partitions for jobs that are read back, where their ids lie in none; what lies in the default partition moves into them.
CREATE FUNCTION rota.make_room(a_from bigint, a_to bigint) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  family text;
  id_column text;
  child text;
  made int := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(7262065, 1);
  FOREACH family IN ARRAY ARRAY['job', 'execution', 'ended'] LOOP
    id_column := CASE family WHEN 'ended' THEN 'job' ELSE 'id' END;
    child := family || '_' || to_char(to_timestamp((a_from >> 22) + 1735689600) AT TIME ZONE 'UTC', 'YYYYMMDD') || '_back';
    CONTINUE WHEN EXISTS (SELECT FROM rota.partition p WHERE p.parent = family AND p.from_id < a_to AND p.to_id > a_from)
      OR to_regclass(format('rota.%I', child)) IS NOT NULL;
    EXECUTE format('CREATE TABLE rota.%I (LIKE rota.%I INCLUDING DEFAULTS INCLUDING INDEXES INCLUDING STORAGE)', child, family);
    EXECUTE format('WITH moved AS (DELETE FROM rota.%I WHERE %I >= %s AND %I < %s RETURNING *) INSERT INTO rota.%I SELECT * FROM moved',
      family || '_default', id_column, a_from, id_column, a_to, child);
    EXECUTE format('ALTER TABLE rota.%I ATTACH PARTITION rota.%I FOR VALUES FROM (%s) TO (%s)', family, child, a_from, a_to);
    INSERT INTO rota.partition VALUES (family, child, a_from, a_to);
    made := made + 1;
  END LOOP;
  RETURN made;
END $$;
