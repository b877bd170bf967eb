-- Tells who has each of these jobs or had it last, when it was last due and started and how long it last ran, when it last
-- changed or was heard of, the details of its progress, since when it is held, how long it waits before its first retry, and
-- the schedule that made it.
-- index: job_pkey
-- locks: none
SELECT j.id AS job, coalesce(r.fence, e.id) AS fence, w.name AS worker, w.version, p.details,
  coalesce(r.since, e.due_at) AS due_at, coalesce(r.started_at, e.started_at) AS started_at,
  (extract(epoch FROM e.finished_at - e.started_at) * 1000)::bigint AS ran_ms, h.paused_at,
  (extract(epoch FROM coalesce((j.retry).base, (q.retry).base, interval '1 minute')) * 1000)::bigint AS retry_base_ms, j.schedule,
  greatest(j.created_at, r.started_at, r.beat_at, e.finished_at, x.ended_at, p.at, v.at) AS changed_at
FROM unnest(:jobs::bigint[]) AS u (job)
JOIN rota.job j ON j.id = u.job
JOIN rota.route t ON t.id = j.route
JOIN rota.queue q ON q.name = t.queue
LEFT JOIN rota.run r ON r.job = j.id
LEFT JOIN rota.paused h ON h.job = j.id
LEFT JOIN LATERAL (
  SELECT id, worker, due_at, started_at, finished_at FROM rota.execution WHERE execution.job = j.id ORDER BY attempt DESC LIMIT 1) e ON true
LEFT JOIN rota.worker w ON w.id = coalesce(r.worker, e.worker)
LEFT JOIN rota.ended x ON x.job = j.id
LEFT JOIN rota.progress p ON p.job = j.id
LEFT JOIN LATERAL (SELECT max(at) AS at FROM rota.event WHERE event.job = j.id) v ON true
