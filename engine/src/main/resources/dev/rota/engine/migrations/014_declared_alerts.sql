-- A rule of alerts that somebody changed: from where on it is broken, in the unit of its readings (null for as the settings
-- say), and whether it is checked at all.
CREATE TABLE rota.alert_rule (
  rule text PRIMARY KEY,
  threshold double precision,
  enabled boolean NOT NULL DEFAULT true
);

-- Executions tell by which token their worker came in. The worker's row knows; the hot rows do not grow by it.
CREATE OR REPLACE VIEW rota.executions AS
  SELECT e.id, e.job, r.queue, r.kind, e.attempt, e.status::text AS status, e.due_at, e.started_at, e.finished_at,
    (extract(epoch FROM e.finished_at - e.started_at) * 1000)::bigint AS duration_ms,
    coalesce(w.name, 'worker ' || e.worker) AS worker, e.retries, e.error_type, e.error, e.stack_trace, e.result,
    coalesce(e.counters, '{}') AS counters, e.cpu_ms, e.memory_peak_mb, coalesce(e.metadata, '{}') AS metadata, e.schedule,
    w.token
  FROM rota.execution e JOIN rota.route r ON r.id = e.route LEFT JOIN rota.worker w ON w.id = e.worker
  UNION ALL
  SELECT n.fence, n.job, r.queue, r.kind, n.attempt, 'running', n.since, n.started_at, NULL,
    NULL, coalesce(w.name, 'worker ' || n.worker), n.retries, NULL, NULL, NULL, NULL, '{}', NULL, NULL, '{}', n.schedule,
    w.token
  FROM rota.run n JOIN rota.route r ON r.id = n.route LEFT JOIN rota.worker w ON w.id = n.worker;
