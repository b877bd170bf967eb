-- The ledger: every planned time of every schedule has its row, however many there are at once.

-- Up to noted_to every planned time of a schedule has its row, or is in arrears.
ALTER TABLE rota.schedule ADD COLUMN noted_to timestamptz;

-- Planned times that share a fate and whose rows are still to be written: those from one instant to another, both included,
-- of a timetable that their schedule may have no more. Ticks write them a batch at a time, those of one schedule in the order of their ids.
CREATE TABLE rota.arrears (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  schedule bigint NOT NULL,
  from_at timestamptz NOT NULL,
  to_at timestamptz NOT NULL,
  decided_at timestamptz NOT NULL,
  fate rota.fate NOT NULL,
  reason text,
  trigger text NOT NULL,
  time_zone text NOT NULL,
  starts_at timestamptz,
  ends_at timestamptz,
  dst_gap text NOT NULL,
  dst_overlap text NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX arrears_schedule ON rota.arrears (schedule, id);

-- A window that was deleted, disabled or changed while it was closed fades: it is over, and is kept for its spread, over which
-- what it held is let go.
ALTER TABLE rota.time_window ADD COLUMN fading boolean NOT NULL DEFAULT false;

-- The longest timeout that a job brought along, which may be more than its queue has: such a job does not start so long
-- before maintenance.
ALTER TABLE rota.route ADD COLUMN longest_timeout interval;
DO $$ BEGIN
  EXECUTE replace(pg_get_functiondef('rota.enqueue'::regproc), 'RETURN new_id;', 'UPDATE rota.route r SET longest_timeout = enqueue.timeout
    WHERE r.id = the_route AND enqueue.timeout > coalesce(r.longest_timeout, interval ''0'');
  RETURN new_id;');
END $$;

-- What an event is about, as in schedule:report or job:17: the first word of its type, and what that is called.
CREATE FUNCTION rota.subject_of(type text, job bigint, queue text, details jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT split_part(type, '.', 1) || ':' || coalesce(details ->> split_part(type, '.', 1), job::text, queue, '') $$;
CREATE INDEX event_subject ON rota.event (rota.subject_of(type, job, queue, details), id);
CREATE INDEX event_type ON rota.event (type, id);
CREATE INDEX event_actor ON rota.event (actor, id);
CREATE INDEX event_at ON rota.event (at, id);

-- Jobs that a window has put off say that they wait for it.
CREATE OR REPLACE VIEW rota.live AS
  SELECT job, 'pending'::rota.state AS state, route, lane, retries, attempt, since AS run_at, since,
    NULL::bigint AS fence, NULL::int AS worker, NULL::timestamptz AS started_at,
    NULL::timestamptz AS lease_until, false AS cancel, NULL::text AS waiting_on
  FROM rota.ready
  UNION ALL
  SELECT job, 'running', route, lane, retries, attempt, since, since, fence, worker, started_at, lease_until, cancel, NULL
  FROM rota.run
  UNION ALL
  SELECT job, 'scheduled', route, lane, retries, attempt, run_at, run_at, NULL, NULL, NULL, NULL, false, CASE WHEN held THEN 'window' END
  FROM rota.delayed
  UNION ALL
  SELECT job, 'pending', route, lane, retries, attempt, since, since, NULL, NULL, NULL, NULL, false, 'key'
  FROM rota.parked
  UNION ALL
  SELECT job, 'paused', route, lane, retries, attempt, since, since, NULL, NULL, NULL, NULL, false, NULL
  FROM rota.paused;

CREATE OR REPLACE VIEW rota.jobs AS
  SELECT j.id, r.queue, r.kind, coalesce(l.state, e.ended, x.state) AS state,
    rota.effective_priority(coalesce(rota.priority_of(l.lane), j.priority),
      CASE WHEN l.state = 'pending' THEN rota.clock() - l.since ELSE interval '0' END) AS effective_priority,
    j.priority, j.payload, coalesce(j.metadata, '{}') AS metadata, coalesce(j.tags, '{}') AS tags,
    coalesce(l.attempt, e.attempt, x.attempt) AS attempt, coalesce(l.retries, e.retries, x.retries) AS retries,
    j.max_retries, r.requires, j.unique_key, j.concurrency_key, j.concurrency_limit, j.timeout, j.trace, j.schedule,
    coalesce(j.created_by, 'system') AS created_by, j.created_at, l.run_at,
    coalesce(l.started_at, e.started_at) AS started_at, coalesce(e.finished_at, x.ended_at) AS finished_at,
    p.percent AS progress, p.message AS progress_message,
    coalesce(e.error, x.reason, last_failure.error) AS error, e.result,
    l.fence, l.worker, l.lease_until, coalesce(l.cancel, false) AS cancel,
    CASE WHEN l.state = 'pending' THEN coalesce(l.waiting_on, CASE
      WHEN q.paused THEN 'queue paused'
      WHEN r.requires <> '{}' AND NOT EXISTS (
        SELECT FROM rota.worker w WHERE w.stopped_at IS NULL AND w.lease_until > rota.clock() AND w.capabilities @> r.requires)
      THEN 'capability' END)
      WHEN l.state = 'scheduled' THEN l.waiting_on END AS waiting_on
  FROM rota.job j
  JOIN rota.route r ON r.id = j.route
  JOIN rota.queue q ON q.name = r.queue
  LEFT JOIN LATERAL (SELECT * FROM rota.live WHERE live.job = j.id LIMIT 1) l ON true
  LEFT JOIN LATERAL (
    SELECT * FROM rota.execution WHERE execution.job = j.id AND l.job IS NULL AND execution.ended IS NOT NULL
    ORDER BY attempt DESC LIMIT 1) e ON true
  LEFT JOIN rota.ended x ON x.job = j.id AND l.job IS NULL
  LEFT JOIN LATERAL (
    SELECT error FROM rota.execution WHERE execution.job = j.id AND l.retries > 0 AND execution.status = 'failed'
    ORDER BY attempt DESC LIMIT 1) last_failure ON true
  LEFT JOIN rota.progress p ON p.job = j.id;

-- Which queues and kinds workers have asked for; an empty kind is any.
CREATE TABLE rota.serving (
  queue text NOT NULL,
  kind text NOT NULL,
  worker int NOT NULL REFERENCES rota.worker ON DELETE CASCADE,
  PRIMARY KEY (queue, kind, worker)
);
CREATE INDEX serving_worker ON rota.serving (worker);

-- What nodes did to the jobs of each queue, about once a second, for a minute: what a live view is made of. A node that
-- did nothing writes nothing. It need not survive a crash.
CREATE UNLOGGED TABLE rota.pulse (
  at timestamptz NOT NULL,
  queue text NOT NULL,
  worker int NOT NULL,
  enqueued bigint NOT NULL,
  started bigint NOT NULL,
  completed bigint NOT NULL,
  failed bigint NOT NULL,
  cancelled bigint NOT NULL,
  PRIMARY KEY (at, queue, worker)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
