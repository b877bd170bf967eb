-- Retention: history goes by dropping partitions, after what must be kept has been moved to the default partition.

-- Tells which rows of a table of job, execution or ended must be kept, as a condition on the alias x; $1 is the time
-- before which things may go, $2 how many executions of a schedule are kept in any case, $3 and $4 the range of ids.
CREATE FUNCTION rota.keeps(a_parent text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE a_parent
    WHEN 'execution' THEN
      'x.finished_at >= $1 OR x.schedule IS NOT NULL AND x.id >= coalesce((
         SELECT n.id FROM rota.execution n WHERE n.schedule = x.schedule ORDER BY n.id DESC OFFSET greatest($2 - 1, 0) LIMIT 1), 0) AND $2 > 0'
    WHEN 'ended' THEN
      'x.ended_at >= $1'
    WHEN 'job' THEN
      'x.created_at >= $1
       OR x.id IN (SELECT l.job FROM rota.live l WHERE l.job >= $3 AND l.job < $4)
       OR x.id IN (SELECT e.job FROM rota.execution e WHERE e.job >= $3 AND e.job < $4)
       OR x.id IN (SELECT e.job FROM rota.ended e WHERE e.job >= $3 AND e.job < $4 AND e.ended_at >= $1)'
  END
$$;

-- Drops one partition and moves what it must keep to the default partition; gives how many rows that was. Looks for
-- them before it locks the parent, and once more for jobs that came alive meanwhile.
CREATE FUNCTION rota.retire_partition(a_name text, retention interval, kept int) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  p rota.partition;
  moved bigint;
BEGIN
  SELECT * INTO p FROM rota.partition WHERE name = a_name;
  IF NOT FOUND THEN RETURN 0; END IF;
  EXECUTE format('CREATE TEMP TABLE survivor ON COMMIT DROP AS SELECT x.* FROM rota.%I x WHERE %s', p.name, rota.keeps(p.parent))
    USING rota.clock() - retention, kept, p.from_id, p.to_id;
  SET LOCAL lock_timeout = '1s';
  EXECUTE format('ALTER TABLE rota.%I DETACH PARTITION rota.%I', p.parent, p.name);
  IF p.parent = 'job' THEN
    EXECUTE format('INSERT INTO survivor SELECT x.* FROM rota.%I x WHERE x.id IN (SELECT l.job FROM rota.live l WHERE l.job >= %s AND l.job < %s)
      AND x.id NOT IN (SELECT s.id FROM survivor s)', p.name, p.from_id, p.to_id);
  END IF;
  EXECUTE format('INSERT INTO rota.%I SELECT * FROM survivor', p.parent);
  GET DIAGNOSTICS moved = ROW_COUNT;
  EXECUTE format('DROP TABLE rota.%I', p.name);
  DROP TABLE survivor;
  DELETE FROM rota.partition WHERE name = p.name;
  RETURN moved;
END $$;

-- Deletes what the default partitions and the small tables no longer have to keep.
CREATE FUNCTION rota.sweep_kept(retention interval, kept int) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  cutoff timestamptz := rota.clock() - retention;
  parent text;
  gone bigint := 0;
  deleted bigint;
BEGIN
  FOREACH parent IN ARRAY ARRAY['execution', 'ended', 'job'] LOOP
    EXECUTE format('DELETE FROM rota.%I x WHERE %I < %s AND NOT coalesce(%s, false)', parent || '_default',
      CASE parent WHEN 'ended' THEN 'job' ELSE 'id' END, rota.id_at(cutoff), rota.keeps(parent))
      USING cutoff, kept, 0::bigint, rota.id_at(cutoff);
    GET DIAGNOSTICS deleted = ROW_COUNT;
    gone := gone + deleted;
  END LOOP;
  DELETE FROM rota.progress p WHERE p.job < rota.id_at(cutoff) AND NOT EXISTS (SELECT FROM rota.job j WHERE j.id = p.job);
  DELETE FROM rota.event e WHERE e.at < cutoff;
  DELETE FROM rota.worker w WHERE w.stopped_at < cutoff AND NOT EXISTS (SELECT FROM rota.execution_default e WHERE e.worker = w.id);
  RETURN gone;
END $$;
