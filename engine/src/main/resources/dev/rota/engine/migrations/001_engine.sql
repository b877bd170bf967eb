-- The queue: the table a job is in is its state.
--
--   job        what was asked for; written once            ready      pending: may run now
--   execution  finished tries; append-only                 parked     pending: waits for a concurrency key
--   ended      ends of jobs that no execution ended        delayed    scheduled: due later
--   run        running                                     paused     held

CREATE TYPE rota.state AS ENUM ('pending', 'scheduled', 'running', 'paused', 'completed', 'failed', 'cancelled');
CREATE TYPE rota.outcome AS ENUM ('completed', 'failed', 'cancelled');
CREATE TYPE rota.unique_scope AS ENUM ('pending', 'live', 'period');
CREATE TYPE rota.retry_policy AS (base interval, factor double precision, cap interval, jitter double precision);

-- The one clock: every time that is stored or compared comes from it. Tests move it.
CREATE FUNCTION rota.clock() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT statement_timestamp() $$;

-- Ids are time-ordered and below 2^53: seconds since 2025 in the upper 31 bits, a cycling counter in the lower 22.
-- Statements that draw many put the two together themselves, so that the clock is only read once.
CREATE SEQUENCE rota.id_seq MINVALUE 0 MAXVALUE 4194303 START 0 CYCLE;
CREATE FUNCTION rota.id_at(at timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT (floor(date_part('epoch', at))::bigint - 1735689600) << 22 $$;
CREATE FUNCTION rota.next_id() RETURNS bigint LANGUAGE sql VOLATILE
  AS $$ SELECT rota.id_at(rota.clock()) | nextval('rota.id_seq') $$;

-- A lane is a priority and a place within it, smallest first: 0 has waited its turn already (it was handed a key
-- or given back by a worker), 1 to 4 are 0, 1, 2, 3 or more retries.
CREATE FUNCTION rota.lane(priority int, retries int) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT ((100 - priority) * 5 + 1 + least(retries, 3))::smallint $$;
CREATE FUNCTION rota.first_lane(priority int) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT ((100 - priority) * 5)::smallint $$;
CREATE FUNCTION rota.priority_of(lane int) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT (100 - lane / 5)::smallint $$;

-- What a waiting job counts as: after an hour +10 every five minutes, at most 100.
CREATE FUNCTION rota.effective_priority(priority int, waited interval) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT CASE WHEN waited < interval '1 hour' THEN priority
    ELSE least(100, priority + 10 * (1 + floor(extract(epoch FROM waited - interval '1 hour') / 300)))::int END $$;

-- The wait before the next try: base × factor^retries, at most cap, then ± jitter.
CREATE FUNCTION rota.backoff(policy rota.retry_policy, retries int) RETURNS interval LANGUAGE sql VOLATILE
  AS $$ SELECT make_interval(secs =>
      least(extract(epoch FROM p.cap)::double precision,
            extract(epoch FROM p.base)::double precision * exp(least(retries * ln(p.factor), 60)))
      * (1 + p.jitter * (2 * random() - 1)))
    FROM (SELECT coalesce((policy).base, interval '1 minute') AS base, coalesce((policy).factor, 2) AS factor,
                 coalesce((policy).cap, interval '24 hours') AS cap, coalesce((policy).jitter, 0.2) AS jitter) p $$;

CREATE FUNCTION rota.unique_hash(queue text, kind text, key text) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT md5(queue || E'\x1f' || kind || E'\x1f' || key)::uuid $$;
CREATE FUNCTION rota.key_hash(queue text, key text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT hashtextextended(queue || E'\x1f' || key, 0) & 9223372036854775807 $$;
-- Slots of a queue with a cluster-wide limit are kept like those of keys, below zero: they are always locked first.
CREATE FUNCTION rota.slot_key(queue text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT -1 - (hashtextextended(queue, 1) & 9223372036854775806) $$;

-- A queue: a named line of jobs with its limits, rate, pause and defaults.
CREATE TABLE rota.queue (
  name text PRIMARY KEY,
  paused boolean NOT NULL DEFAULT false,
  paused_at timestamptz,
  node_limit int CHECK (node_limit > 0),
  cluster_limit int CHECK (cluster_limit > 0),
  rate_count int CHECK (rate_count > 0),
  rate_period interval CHECK (rate_period > interval '0'),
  max_retries smallint,
  retry rota.retry_policy,
  timeout interval,
  recovery_boost smallint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT rota.clock(),
  CHECK ((rate_count IS NULL) = (rate_period IS NULL))
);

-- A route: one queue, kind and set of required capabilities; a worker knows once and for all which ones it serves.
CREATE TABLE rota.route (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  queue text NOT NULL REFERENCES rota.queue,
  kind text NOT NULL,
  requires text[] NOT NULL DEFAULT '{}',
  UNIQUE (queue, kind, requires)
);

CREATE TABLE rota.job (
  id bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT rota.clock(),
  schedule bigint,
  route int NOT NULL,
  concurrency_limit int,
  priority smallint NOT NULL,
  max_retries smallint NOT NULL,
  payload json NOT NULL,
  retry rota.retry_policy,
  timeout interval,
  unique_key text,
  concurrency_key text,
  tags text[],
  metadata jsonb,
  trace text,
  created_by text,
  PRIMARY KEY (id)
) PARTITION BY RANGE (id);
CREATE TABLE rota.job_default PARTITION OF rota.job DEFAULT;

-- The columns from seq to schedule travel with a job from table to table.
CREATE SEQUENCE rota.ready_seq;
CREATE TABLE rota.ready (
  job bigint NOT NULL,
  seq bigint NOT NULL DEFAULT nextval('rota.ready_seq'),
  since timestamptz NOT NULL,
  route int NOT NULL,
  attempt int NOT NULL DEFAULT 0,
  lane smallint NOT NULL,
  retries smallint NOT NULL DEFAULT 0,
  holds_key boolean NOT NULL DEFAULT false,
  key bigint,
  uniq uuid,
  schedule bigint
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000, autovacuum_analyze_scale_factor = 0,
        autovacuum_analyze_threshold = 100000, autovacuum_vacuum_insert_threshold = -1);
CREATE UNIQUE INDEX ready_job ON rota.ready (job);
CREATE INDEX ready_lane ON rota.ready (route, lane, seq);
CREATE INDEX ready_held ON rota.ready (key) WHERE holds_key;

CREATE TABLE rota.run (
  job bigint NOT NULL PRIMARY KEY,
  fence bigint NOT NULL,
  started_at timestamptz NOT NULL,
  since timestamptz NOT NULL,
  route int NOT NULL,
  attempt int NOT NULL,
  worker int NOT NULL,
  lane smallint NOT NULL,
  retries smallint NOT NULL,
  cancel boolean NOT NULL DEFAULT false,
  lease_until timestamptz,
  beat_at timestamptz,
  slot bigint,
  key bigint,
  uniq uuid,
  schedule bigint
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000, autovacuum_analyze_scale_factor = 0,
        autovacuum_analyze_threshold = 100000, autovacuum_vacuum_insert_threshold = -1);
CREATE INDEX run_lease ON rota.run (lease_until) WHERE lease_until IS NOT NULL;
CREATE INDEX run_cancel ON rota.run (worker) WHERE cancel;
CREATE INDEX run_key ON rota.run (key) WHERE key IS NOT NULL;
CREATE INDEX run_slot ON rota.run (slot) WHERE slot IS NOT NULL;

CREATE TABLE rota.delayed (
  job bigint NOT NULL PRIMARY KEY,
  run_at timestamptz NOT NULL,
  route int NOT NULL,
  attempt int NOT NULL DEFAULT 0,
  lane smallint NOT NULL,
  retries smallint NOT NULL DEFAULT 0,
  key bigint,
  uniq uuid,
  schedule bigint
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_insert_threshold = -1);
CREATE INDEX delayed_run_at ON rota.delayed (run_at);

CREATE TABLE rota.parked (
  job bigint NOT NULL PRIMARY KEY,
  seq bigint NOT NULL,
  since timestamptz NOT NULL,
  key bigint NOT NULL,
  route int NOT NULL,
  attempt int NOT NULL,
  lane smallint NOT NULL,
  retries smallint NOT NULL,
  uniq uuid,
  schedule bigint
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_insert_threshold = -1);
CREATE INDEX parked_key ON rota.parked (key, lane, seq);

CREATE TABLE rota.paused (
  job bigint NOT NULL PRIMARY KEY,
  resumes rota.state NOT NULL CHECK (resumes IN ('pending', 'scheduled')),
  since timestamptz NOT NULL,
  route int NOT NULL,
  attempt int NOT NULL,
  lane smallint NOT NULL,
  retries smallint NOT NULL,
  key bigint,
  uniq uuid,
  schedule bigint,
  paused_at timestamptz NOT NULL,
  paused_by text NOT NULL,
  reason text
);

-- The slots of a concurrency key or of a limited queue: how many are taken, of how many; granted is what the last
-- claim got.
CREATE TABLE rota.keylock (
  key bigint NOT NULL PRIMARY KEY,
  active int NOT NULL,
  granted int NOT NULL,
  cap int NOT NULL
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

CREATE TABLE rota.uniq (
  key uuid NOT NULL PRIMARY KEY,
  job bigint NOT NULL,
  scope rota.unique_scope NOT NULL,
  expires_at timestamptz
);
CREATE INDEX uniq_expires_at ON rota.uniq (expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE rota.idempotency (
  key text NOT NULL PRIMARY KEY,
  request uuid NOT NULL,
  job bigint NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX idempotency_created_at ON rota.idempotency (created_at);

-- One row per finished try. ended is the state the job ended in, on the execution that ended it, and null again
-- when the job is retried by hand.
CREATE TABLE rota.execution (
  id bigint NOT NULL,
  job bigint NOT NULL,
  started_at timestamptz NOT NULL,
  finished_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  schedule bigint,
  route int NOT NULL,
  attempt int NOT NULL,
  worker int NOT NULL,
  retries smallint NOT NULL,
  status rota.outcome NOT NULL,
  ended rota.state,
  memory_peak_mb int,
  cpu_ms bigint,
  error_type text,
  error text,
  stack_trace text,
  result json,
  counters jsonb,
  metadata jsonb,
  PRIMARY KEY (id)
) PARTITION BY RANGE (id);
CREATE TABLE rota.execution_default PARTITION OF rota.execution DEFAULT;
CREATE INDEX execution_job ON rota.execution (job);
CREATE INDEX execution_failed ON rota.execution (id) WHERE status = 'failed';
CREATE INDEX execution_schedule ON rota.execution (schedule, id) WHERE schedule IS NOT NULL;

CREATE TABLE rota.ended (
  job bigint NOT NULL PRIMARY KEY,
  state rota.state NOT NULL,
  ended_at timestamptz NOT NULL,
  route int NOT NULL,
  attempt int NOT NULL,
  retries smallint NOT NULL,
  ended_by text NOT NULL,
  reason text
) PARTITION BY RANGE (job);
CREATE TABLE rota.ended_default PARTITION OF rota.ended DEFAULT;

CREATE TABLE rota.progress (
  job bigint NOT NULL PRIMARY KEY,
  percent smallint NOT NULL,
  message text,
  at timestamptz NOT NULL
) WITH (fillfactor = 70);

-- A worker: a process that runs jobs. An engine's own jobs live as long as its row's lease.
CREATE TABLE rota.worker (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  version text,
  host text,
  pid bigint,
  capabilities text[] NOT NULL DEFAULT '{}',
  started_at timestamptz NOT NULL,
  beat_at timestamptz NOT NULL,
  lease_until timestamptz NOT NULL,
  stopped_at timestamptz
) WITH (fillfactor = 50);
CREATE INDEX worker_live ON rota.worker (id) WHERE stopped_at IS NULL;

CREATE TABLE rota.leader (
  duty text PRIMARY KEY,
  worker int NOT NULL,
  epoch bigint NOT NULL,
  lease_until timestamptz NOT NULL
) WITH (fillfactor = 50);

-- Starts that were let go under a queue's rate, kept for one period.
CREATE TABLE rota.rate_grant (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  queue text NOT NULL REFERENCES rota.queue ON DELETE CASCADE,
  at timestamptz NOT NULL,
  starts int NOT NULL
);
CREATE INDEX rate_grant_queue ON rota.rate_grant (queue, at);

CREATE TABLE rota.subscription (
  topic text NOT NULL,
  kind text NOT NULL,
  queue text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT rota.clock(),
  PRIMARY KEY (topic, kind, queue)
);

-- What happened and who did it, apart from plain starts and ends, which the executions tell.
CREATE TABLE rota.event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT rota.clock(),
  type text NOT NULL,
  actor text NOT NULL,
  job bigint,
  queue text,
  details jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX event_job ON rota.event (job) WHERE job IS NOT NULL;

-- The range partitions of job, execution and ended, by id.
CREATE TABLE rota.partition (
  parent text NOT NULL,
  name text NOT NULL PRIMARY KEY,
  from_id bigint NOT NULL,
  to_id bigint NOT NULL
);

-- Makes partitions of the given span until they reach ahead of the clock. Rows that fell into the default partition
-- because their range did not exist yet (a clock that jumped) move to where they belong.
CREATE FUNCTION rota.make_partitions(span interval, ahead interval) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  width bigint := extract(epoch FROM span)::bigint << 22;
  family text;
  id_column text;
  from_id bigint;
  child text;
  made int := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(7262065, 1);
  FOREACH family IN ARRAY ARRAY['job', 'execution', 'ended'] LOOP
    id_column := CASE family WHEN 'ended' THEN 'job' ELSE 'id' END;
    LOOP
      SELECT max(p.to_id) INTO from_id FROM rota.partition p WHERE p.parent = family;
      from_id := greatest(from_id, rota.id_at(rota.clock()) / width * width);
      EXIT WHEN from_id > rota.id_at(rota.clock() + ahead);
      child := family || '_' || to_char(to_timestamp((from_id >> 22) + 1735689600) AT TIME ZONE 'UTC', 'YYYYMMDD_HH24MI');
      EXECUTE format('CREATE TABLE rota.%I (LIKE rota.%I INCLUDING DEFAULTS INCLUDING INDEXES INCLUDING STORAGE)', child, family);
      EXECUTE format('WITH moved AS (DELETE FROM rota.%I WHERE %I >= %s AND %I < %s RETURNING *) INSERT INTO rota.%I SELECT * FROM moved',
        family || '_default', id_column, from_id, id_column, from_id + width, child);
      EXECUTE format('ALTER TABLE rota.%I ATTACH PARTITION rota.%I FOR VALUES FROM (%s) TO (%s)', family, child, from_id, from_id + width);
      INSERT INTO rota.partition VALUES (family, child, from_id, from_id + width);
      made := made + 1;
    END LOOP;
  END LOOP;
  RETURN made;
END $$;

SELECT rota.make_partitions(interval '7 days', interval '7 days');
