-- Jobs that wait for others, batches of jobs, and templates for them.
--
--   blocked     pending: waits for other jobs         dependency   which job waits for which
--   job_end     ends that somebody waits for, until what follows from them is done
--   batch       jobs that belong together             batch_job, batch_count   which they are, and how they fare

CREATE TYPE rota.on_parent_failure AS ENUM ('cancel', 'fail', 'run');

CREATE TABLE rota.blocked (
  job bigint NOT NULL PRIMARY KEY,
  since timestamptz NOT NULL,
  run_at timestamptz NOT NULL,
  route int NOT NULL,
  attempt int NOT NULL DEFAULT 0,
  lane smallint NOT NULL,
  retries smallint NOT NULL DEFAULT 0,
  key bigint,
  uniq uuid,
  schedule bigint
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_insert_threshold = -1);
CREATE INDEX blocked_since ON rota.blocked (since);
CREATE INDEX blocked_route ON rota.blocked (route, (-job));

-- A job and one that it waits for, its parent. They stay when both have ended, for as long as the job is kept. A parent that
-- is waived is not waited for any more: the job was retried by hand.
CREATE TABLE rota.dependency (
  job bigint NOT NULL,
  parent bigint NOT NULL,
  name text,
  on_failure rota.on_parent_failure NOT NULL,
  waived boolean NOT NULL DEFAULT false,
  PRIMARY KEY (job, parent)
);
CREATE INDEX dependency_parent ON rota.dependency (parent, job);

-- The end of a job that others wait for, or its return to life.
CREATE TABLE rota.job_end (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  job bigint NOT NULL,
  was rota.state,
  state rota.state NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- A batch: jobs that belong together. Jobs may wait for it under its id, and for the first failure in it under its alarm,
-- as if both were jobs.
CREATE TABLE rota.batch (
  id bigint NOT NULL PRIMARY KEY,
  alarm bigint NOT NULL UNIQUE,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  created_by text NOT NULL,
  open boolean NOT NULL,
  failed_at timestamptz,
  ended_at timestamptz
);
CREATE INDEX batch_name ON rota.batch (name, id);
CREATE INDEX batch_live ON rota.batch (id) WHERE ended_at IS NULL;

CREATE TABLE rota.batch_job (
  job bigint NOT NULL PRIMARY KEY,
  batch bigint NOT NULL
);
CREATE INDEX batch_job_batch ON rota.batch_job (batch, job);

-- What was added to a batch and what ended in it: only ever appended, summed when read. Now and then the rows of a batch
-- are made one.
CREATE TABLE rota.batch_count (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  batch bigint NOT NULL,
  jobs bigint NOT NULL DEFAULT 0,
  completed bigint NOT NULL DEFAULT 0,
  failed bigint NOT NULL DEFAULT 0,
  cancelled bigint NOT NULL DEFAULT 0
);
CREATE INDEX batch_count_batch ON rota.batch_count (batch);

-- A template: named defaults of jobs and schedules, with places for parameters.
CREATE TABLE rota.template (
  name text PRIMARY KEY,
  definition json NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  updated_by text NOT NULL
);

-- A job that was held while it was blocked waits for its parents when it is let go on.
ALTER TABLE rota.paused ADD COLUMN waits boolean NOT NULL DEFAULT false;

-- The id of a job as the API shows it.
CREATE FUNCTION rota.shown_id(job bigint) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT '726f7461-0001-8000-' || left(h, 4) || '-' || right(h, 12) FROM (SELECT to_hex(job | (1::bigint << 63)) AS h) x $$;

DO $$ BEGIN
  EXECUTE 'CREATE OR REPLACE VIEW rota.live AS ' || rtrim(pg_get_viewdef('rota.live'::regclass), '; ') || '
  UNION ALL
  SELECT job, ''pending''::rota.state, route, lane, retries, attempt, run_at, rota.clock(), NULL::bigint, NULL::int,
    NULL::timestamptz, NULL::timestamptz, false, ''dependency''
  FROM rota.blocked';
  -- What a parent gave is kept for as long as somebody waits beside it.
  EXECUTE replace(pg_get_functiondef('rota.keeps'::regproc), '''x.finished_at >= $1 OR ',
    '''x.finished_at >= $1 OR x.job IN (SELECT d.parent FROM rota.dependency d JOIN rota.blocked b ON b.job = d.job) OR ');
END $$;

-- What others may wait for: without a state while it can still end, and how it ended when it has. What is not in here is
-- gone and never ends.
CREATE VIEW rota.prospect AS
  SELECT job, NULL::rota.state AS state FROM rota.live
  UNION ALL
  SELECT job, ended FROM rota.execution WHERE ended IS NOT NULL
  UNION ALL
  SELECT job, state FROM rota.ended
  UNION ALL
  SELECT id, CASE WHEN ended_at IS NOT NULL THEN 'completed' END::rota.state FROM rota.batch
  UNION ALL
  SELECT alarm, CASE WHEN failed_at IS NOT NULL THEN 'completed' WHEN ended_at IS NOT NULL THEN 'cancelled' END::rota.state
  FROM rota.batch;

-- What a job gave, for those that depend on it; of a batch, how its jobs fared.
CREATE FUNCTION rota.result_of(parent bigint) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    (SELECT e.result FROM rota.execution e WHERE e.job = parent AND e.ended = 'completed' LIMIT 1),
    (SELECT json_build_object('jobs', sum(c.jobs), 'completed', sum(c.completed), 'failed', sum(c.failed), 'cancelled', sum(c.cancelled))
     FROM rota.batch_count c
     WHERE c.batch IN (SELECT b.id FROM rota.batch b WHERE b.id = parent UNION ALL SELECT b.id FROM rota.batch b WHERE b.alarm = parent)
     HAVING count(*) > 0)) $$;
