-- Fair dispatch: a tenant is whose job it is, and each has routes of its own. Within a priority, tenants share a worker by
-- their weights.
CREATE TABLE rota.tenant (
  name text PRIMARY KEY,
  weight int NOT NULL CHECK (weight BETWEEN 1 AND 1000)
);

ALTER TABLE rota.route ADD COLUMN tenant text;
CREATE UNIQUE INDEX route_name ON rota.route (queue, kind, requires, coalesce(tenant, ''));
ALTER TABLE rota.route DROP CONSTRAINT route_queue_kind_requires_key;

CREATE FUNCTION rota.route_of(a_queue text, a_kind text, a_requires text[], a_tenant text) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  sorted text[] := (SELECT coalesce(array_agg(DISTINCT c ORDER BY c), '{}') FROM unnest(a_requires) c);
  found int;
BEGIN
  LOOP
    SELECT id INTO found FROM rota.route
    WHERE queue = a_queue AND kind = a_kind AND requires = sorted AND coalesce(tenant, '') = coalesce(a_tenant, '');
    EXIT WHEN found IS NOT NULL;
    INSERT INTO rota.queue (name) VALUES (a_queue) ON CONFLICT DO NOTHING;
    INSERT INTO rota.route (queue, kind, requires, tenant) VALUES (a_queue, a_kind, sorted, a_tenant) ON CONFLICT DO NOTHING;
  END LOOP;
  RETURN found;
END $$;
CREATE OR REPLACE FUNCTION rota.route_of(a_queue text, a_kind text, a_requires text[]) RETURNS int LANGUAGE sql AS $$
  SELECT rota.route_of(a_queue, a_kind, a_requires, NULL) $$;

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
      WHEN l.state = 'scheduled' THEN l.waiting_on END AS waiting_on, r.tenant
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
