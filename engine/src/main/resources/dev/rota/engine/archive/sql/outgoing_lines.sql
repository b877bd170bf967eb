-- Gives the next outgoing jobs of a span as lines of an archive, in the order of their ids; none for a job that somebody deleted.
-- A line without a state is of a job that has not ended yet, or whose end is elsewhere.
-- index: outgoing_execution_job
-- locks: none
WITH next AS MATERIALIZED (
  SELECT id FROM (
    (SELECT id FROM rota.outgoing_job WHERE id > :after::bigint AND id < :until::bigint ORDER BY id LIMIT :max::int)
    UNION
    (SELECT DISTINCT job FROM rota.outgoing_execution WHERE job > :after::bigint AND job < :until::bigint ORDER BY job LIMIT :max::int)
    UNION
    (SELECT job FROM rota.outgoing_ended WHERE job > :after::bigint AND job < :until::bigint ORDER BY job LIMIT :max::int)
  ) found ORDER BY id LIMIT :max::int
)
SELECT n.id AS job, e.executions, CASE WHEN j.id IS NOT NULL THEN translate(json_build_object(
  'id', j.id, 'queue', r.queue, 'kind', r.kind, 'state', coalesce(e.ended, x.state), 'payload', j.payload,
  'priority', j.priority, 'max_retries', j.max_retries, 'requires', r.requires, 'tenant', r.tenant,
  'unique_key', j.unique_key, 'concurrency_key', j.concurrency_key, 'concurrency_limit', j.concurrency_limit,
  'timeout_seconds', rota.seconds(j.timeout),
  'limits', CASE WHEN NOT (j.limits IS NULL) THEN json_build_object('cpu_seconds', rota.seconds((j.limits).cpu), 'memory_mb', (j.limits).memory_mb) END,
  'retry', CASE WHEN NOT (j.retry IS NULL) THEN json_build_object('base_seconds', rota.seconds((j.retry).base), 'factor', (j.retry).factor,
    'cap_seconds', rota.seconds((j.retry).cap), 'jitter', (j.retry).jitter) END,
  'tags', j.tags, 'metadata', j.metadata, 'trace', j.trace, 'schedule', j.schedule, 'created_by', j.created_by, 'created_at', rota.utc(j.created_at),
  'ended', CASE WHEN x.job IS NOT NULL THEN json_build_object('state', x.state, 'at', rota.utc(x.ended_at), 'by', x.ended_by, 'reason', x.reason,
    'attempt', x.attempt, 'retries', x.retries) END,
  'progress', (SELECT json_build_object('percent', p.percent, 'message', p.message, 'details', p.details, 'at', rota.utc(p.at))
    FROM rota.progress p WHERE p.job = n.id),
  'parents', (SELECT json_agg(json_build_object('id', d.parent, 'name', d.name, 'on_failure', d.on_failure, 'waived', d.waived) ORDER BY d.parent)
    FROM rota.dependency d WHERE d.job = n.id),
  'executions', coalesce(e.list, '[]'))::text, E'\n\r', '  ') END AS line
FROM next n
LEFT JOIN LATERAL (
  SELECT o.* FROM rota.outgoing_job o WHERE o.id = n.id UNION ALL SELECT h.* FROM rota.job h WHERE h.id = n.id LIMIT 1) j ON true
LEFT JOIN rota.route r ON r.id = j.route
LEFT JOIN rota.outgoing_ended x ON x.job = n.id
LEFT JOIN LATERAL (
  SELECT count(*) AS executions, (array_agg(t.ended ORDER BY t.attempt DESC) FILTER (WHERE t.ended IS NOT NULL))[1] AS ended,
    json_agg(json_build_object('id', t.id, 'attempt', t.attempt, 'status', t.status, 'ended', t.ended, 'queue', tr.queue, 'schedule', t.schedule,
      'worker', coalesce(w.name, 'worker ' || t.worker), 'retries', t.retries, 'due_at', rota.utc(t.due_at), 'started_at', rota.utc(t.started_at),
      'finished_at', rota.utc(t.finished_at), 'error_type', t.error_type, 'error', t.error, 'stack_trace', t.stack_trace,
      'result', t.result, 'counters', t.counters, 'cpu_ms', t.cpu_ms, 'memory_peak_mb', t.memory_peak_mb, 'metadata', t.metadata)
      ORDER BY t.attempt, t.id) AS list
  FROM rota.outgoing_execution t LEFT JOIN rota.worker w ON w.id = t.worker LEFT JOIN rota.route tr ON tr.id = t.route
  WHERE t.job = n.id) e ON true
ORDER BY n.id
