-- The scheduler: schedules and the fate of each of their planned times, windows, targets and plans.

-- The epoch of an interval can be had without the session's zone, so that this is immutable as it claims to be and is inlined.
CREATE OR REPLACE FUNCTION rota.id_at(at timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT floor(date_part('epoch', at - timestamptz '2025-01-01 00:00:00+00'))::bigint << 22 $$;

-- What became of a planned time. late is told by the occurrence's times, not by its fate.
CREATE TYPE rota.fate AS ENUM ('enqueued', 'deferred', 'skipped_overlap', 'skipped_window', 'skipped_paused', 'dropped', 'missed', 'backfilled');

-- A schedule: a trigger, a job template, and what to do about overlap, failure and missed times. Null in what catches
-- up means what the node is set to. wake_at is when the scheduler has to look at it again: its next_run_at, or later
-- while a window or the cap of catching up holds it back; null while it waits for its own job to end or has no more times.
CREATE TABLE rota.schedule (
  id bigint PRIMARY KEY,
  name text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT rota.clock(),
  created_by text NOT NULL DEFAULT 'system',
  -- the jobs it makes
  kind text NOT NULL,
  queue text NOT NULL,
  payload text NOT NULL DEFAULT '{}',
  priority smallint NOT NULL DEFAULT 0,
  max_retries smallint,
  retry rota.retry_policy,
  timeout interval,
  concurrency_key text,
  concurrency_limit int,
  requires text[] NOT NULL DEFAULT '{}',
  tags text[] NOT NULL DEFAULT '{}',
  metadata jsonb NOT NULL DEFAULT '{}',
  -- when
  trigger text NOT NULL,
  time_zone text NOT NULL DEFAULT 'UTC',
  starts_at timestamptz,
  ends_at timestamptz,
  dst_gap text NOT NULL DEFAULT 'run_after' CHECK (dst_gap IN ('run_after', 'skip')),
  dst_overlap text NOT NULL DEFAULT 'first' CHECK (dst_overlap IN ('first', 'second', 'twice')),
  from_completion boolean NOT NULL DEFAULT false,
  -- what if
  overlap text NOT NULL DEFAULT 'queue' CHECK (overlap IN ('queue', 'skip', 'cancel')),
  on_failure text NOT NULL DEFAULT 'continue' CHECK (on_failure IN ('continue', 'halt')),
  catchup_max int CHECK (catchup_max >= 0),
  catchup_age interval,
  catchup_spread interval,
  jitter interval,
  -- whose
  plan bigint,
  target bigint,
  -- where it is
  paused_at timestamptz,
  paused_by text,
  halted_at timestamptz,
  halted_job bigint,
  next_run_at timestamptz,
  wake_at timestamptz,
  last_run_at timestamptz,
  last_job bigint,
  runs bigint NOT NULL DEFAULT 0,
  completed bigint NOT NULL DEFAULT 0,
  failed bigint NOT NULL DEFAULT 0,
  cancelled bigint NOT NULL DEFAULT 0,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  UNIQUE (plan, target)
) WITH (fillfactor = 80);
CREATE INDEX schedule_wake_at ON rota.schedule (wake_at) WHERE wake_at IS NOT NULL;
CREATE INDEX schedule_target ON rota.schedule (target) WHERE target IS NOT NULL;
CREATE INDEX schedule_cancels ON rota.schedule (wake_at) WHERE overlap = 'cancel';
CREATE INDEX schedule_waits ON rota.schedule (id) WHERE from_completion AND wake_at IS NULL AND halted_at IS NULL;
CREATE INDEX schedule_timeout ON rota.schedule (queue, timeout) WHERE timeout IS NOT NULL;

-- One planned time of a schedule and its fate. The key makes a time fire once, however many nodes tick.
-- fate deferred may become another; deferrals tells how many ticks the cap puts it off.
CREATE TABLE rota.occurrence (
  schedule bigint NOT NULL,
  planned_at timestamptz NOT NULL,
  decided_at timestamptz NOT NULL,
  run_at timestamptz,
  job bigint,
  fate rota.fate NOT NULL,
  deferrals int NOT NULL DEFAULT 0,
  reason text,
  PRIMARY KEY (schedule, planned_at)
) PARTITION BY RANGE (planned_at);
CREATE TABLE rota.occurrence_default PARTITION OF rota.occurrence DEFAULT;
CREATE INDEX occurrence_deferred ON rota.occurrence (schedule, planned_at) WHERE fate = 'deferred';

-- Makes the partitions of this month and of those ahead, and drops those that lie before the kept ones. Rows that fell
-- into the default partition because their month had none yet move to where they belong.
CREATE FUNCTION rota.make_occurrence_partitions(ahead int, kept int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  this_month timestamp := date_trunc('month', rota.clock() AT TIME ZONE 'UTC');
  oldest timestamp := this_month - kept * interval '1 month';
  from_at timestamptz;
  to_at timestamptz;
  child text;
  made int := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(7262065, 2);
  SET LOCAL lock_timeout = '1s';
  FOR n IN 0..ahead LOOP
    from_at := (this_month + n * interval '1 month') AT TIME ZONE 'UTC';
    to_at := (this_month + (n + 1) * interval '1 month') AT TIME ZONE 'UTC';
    child := 'occurrence_' || to_char(from_at AT TIME ZONE 'UTC', 'YYYYMM');
    CONTINUE WHEN to_regclass('rota.' || child) IS NOT NULL;
    EXECUTE format('CREATE TABLE rota.%I (LIKE rota.occurrence INCLUDING DEFAULTS INCLUDING INDEXES) WITH (fillfactor = 80)', child);
    LOCK TABLE rota.occurrence_default;
    EXECUTE format('WITH moved AS (DELETE FROM rota.occurrence_default WHERE planned_at >= %L AND planned_at < %L RETURNING *)
      INSERT INTO rota.%I SELECT * FROM moved', from_at, to_at, child);
    EXECUTE format('ALTER TABLE rota.occurrence ATTACH PARTITION rota.%I FOR VALUES FROM (%L) TO (%L)', child, from_at, to_at);
    made := made + 1;
  END LOOP;
  FOR child IN SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'rota.occurrence'::regclass AND c.relname ~ '^occurrence_[0-9]{6}$'
      AND c.relname < 'occurrence_' || to_char(oldest, 'YYYYMM') LOOP
    EXECUTE format('DROP TABLE rota.%I', child);
  END LOOP;
  DELETE FROM rota.occurrence_default o WHERE o.planned_at < oldest AT TIME ZONE 'UTC';
  RETURN made;
END $$;

SELECT rota.make_occurrence_partitions(2, 13);

-- Ends of jobs that schedules made, until the scheduler has taken note of them.
CREATE TABLE rota.schedule_end (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  schedule bigint NOT NULL,
  job bigint NOT NULL,
  state rota.state NOT NULL,
  at timestamptz NOT NULL
);

-- A window: a time span in which matching work does not start (maintenance), or outside of which it does not
-- (execution). Recurring ones have a trigger and a duration, others a start and an end. Null in a scope means all.
CREATE TABLE rota.time_window (
  id bigint PRIMARY KEY,
  name text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT rota.clock(),
  created_by text NOT NULL DEFAULT 'system',
  sort text NOT NULL CHECK (sort IN ('maintenance', 'execution')),
  policy text NOT NULL DEFAULT 'hold' CHECK (policy IN ('hold', 'skip')),
  trigger text,
  duration interval,
  time_zone text NOT NULL DEFAULT 'UTC',
  starts_at timestamptz,
  ends_at timestamptz,
  spread interval NOT NULL DEFAULT interval '1 minute',
  enabled boolean NOT NULL DEFAULT true,
  queue text,
  kind text,
  tag text,
  target text,
  CHECK (CASE WHEN trigger IS NULL THEN duration IS NULL AND starts_at IS NOT NULL AND ends_at IS NOT NULL ELSE duration IS NOT NULL END)
);

-- held tells the jobs that a window has put off: when windows change they are let go, and judged anew.
ALTER TABLE rota.delayed ADD COLUMN held boolean NOT NULL DEFAULT false;
CREATE INDEX delayed_held ON rota.delayed (job) WHERE held;

-- A target: what jobs are about. Jobs of a target carry the tag target:<external id>.
CREATE TABLE rota.target (
  id bigint PRIMARY KEY,
  kind text NOT NULL,
  external_id text NOT NULL,
  name text NOT NULL,
  url text,
  active boolean NOT NULL DEFAULT true,
  approved boolean NOT NULL DEFAULT true,
  metadata jsonb NOT NULL DEFAULT '{}',
  source text,
  created_at timestamptz NOT NULL DEFAULT rota.clock(),
  updated_at timestamptz NOT NULL DEFAULT rota.clock(),
  last_success_at timestamptz,
  UNIQUE (kind, external_id)
);

-- Where targets of a kind come from: a file, an HTTP endpoint or a query, read again every so often. error tells why the
-- last reading changed nothing, etag what an endpoint called its last answer.
CREATE TABLE rota.target_source (
  name text PRIMARY KEY,
  target_kind text NOT NULL,
  sort text NOT NULL CHECK (sort IN ('file', 'http', 'sql')),
  location text NOT NULL,
  every interval NOT NULL,
  allow_empty boolean NOT NULL DEFAULT false,
  enabled boolean NOT NULL DEFAULT true,
  next_sync_at timestamptz NOT NULL DEFAULT rota.clock(),
  synced_at timestamptz,
  targets int,
  etag text,
  error text
);

-- A plan: each active target of a kind has a schedule like this; without a kind of target, there is one. Without a
-- trigger there are no schedules: only targets that are stale get jobs.
CREATE TABLE rota.plan (
  id bigint PRIMARY KEY,
  name text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT rota.clock(),
  updated_at timestamptz NOT NULL DEFAULT rota.clock(),
  enabled boolean NOT NULL DEFAULT true,
  target_kind text,
  only_approved boolean NOT NULL DEFAULT false,
  one_per_target boolean NOT NULL DEFAULT true,
  kind text NOT NULL,
  queue text NOT NULL,
  payload text NOT NULL DEFAULT '{}',
  priority smallint NOT NULL DEFAULT 0,
  max_retries smallint,
  timeout interval,
  tags text[] NOT NULL DEFAULT '{}',
  trigger text,
  time_zone text NOT NULL DEFAULT 'UTC',
  phase interval,
  overlap text NOT NULL DEFAULT 'queue' CHECK (overlap IN ('queue', 'skip', 'cancel')),
  on_failure text NOT NULL DEFAULT 'continue' CHECK (on_failure IN ('continue', 'halt')),
  catchup_max int CHECK (catchup_max >= 0),
  catchup_age interval,
  catchup_spread interval,
  jitter interval,
  stale_after interval,
  next_stale_check_at timestamptz,
  CHECK (trigger IS NOT NULL OR stale_after IS NOT NULL)
);

-- Jobs for stale targets, until it is known what became of them.
CREATE TABLE rota.stale_job (
  plan bigint NOT NULL,
  target bigint NOT NULL,
  job bigint NOT NULL,
  PRIMARY KEY (plan, target)
);

-- The next time of an interval that is counted from a start; without an interval, the time that is given.
CREATE FUNCTION rota.next_of(start timestamptz, interval_us bigint, otherwise timestamptz) RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT CASE WHEN interval_us IS NULL THEN otherwise WHEN start > rota.clock() THEN start
    ELSE start + (floor(extract(epoch FROM rota.clock() - start) * 1000000 / interval_us) + 1)::double precision * interval_us
      * interval '1 microsecond' END $$;

-- Text as it is written between the quotes of a JSON string.
CREATE FUNCTION rota.inner_json(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT right(left(to_json(value)::text, -1), -1) $$;

-- The payload of a target's jobs: a plan's template, in which characters that JSON never holds stand for what it is called.
CREATE FUNCTION rota.fill(template text, external_id text, name text, url text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT replace(replace(replace(template, E'\x01', rota.inner_json(coalesce(external_id, ''))),
    E'\x02', rota.inner_json(coalesce(name, ''))), E'\x03', rota.inner_json(coalesce(url, ''))) $$;

-- What schedules had before they were migrated from cron to intervals, for the way back.
CREATE TABLE rota.cron_migration (
  schedule bigint PRIMARY KEY,
  cron text NOT NULL,
  cron_starts_at timestamptz,
  interval_minutes int NOT NULL,
  migrated_at timestamptz NOT NULL DEFAULT rota.clock(),
  migrated_by text NOT NULL
);

CREATE VIEW rota.schedules AS
  SELECT s.id, s.name, s.kind, s.queue, s.priority, s.trigger, s.time_zone, s.starts_at, s.ends_at, s.overlap, s.on_failure,
    p.name AS plan, t.external_id AS target, s.paused_at IS NOT NULL AS paused, s.halted_at IS NOT NULL AS halted,
    s.next_run_at, s.last_run_at, s.last_job, s.runs, s.completed, s.failed, s.cancelled, s.last_success_at, s.last_failure_at
  FROM rota.schedule s LEFT JOIN rota.plan p ON p.id = s.plan LEFT JOIN rota.target t ON t.id = s.target;

CREATE VIEW rota.occurrences AS
  SELECT s.name AS schedule, o.planned_at, o.fate, o.job, o.run_at, o.decided_at,
    CASE WHEN o.job IS NOT NULL THEN greatest(o.run_at - o.planned_at, interval '0') END AS late_by, o.deferrals, o.reason
  FROM rota.occurrence o LEFT JOIN rota.schedule s ON s.id = o.schedule;
