-- Tells where a job is and what stands around it: its queue with pause and limits, its key, who runs it, how it ended, and the time.
-- index: job_pkey
-- locks: none
SELECT rota.clock() AS now, q.paused AS queue_paused, q.cluster_limit, q.rate_count, s.active AS slots_taken,
  p.paused_at, p.paused_by, p.reason AS pause_reason, d.held, coalesce(k.key, r.key) AS key, k.job IS NOT NULL AS parked,
  coalesce(r.holds_key, false) AS holds_key, coalesce(k.lane, r.lane) AS lane, coalesce(k.seq, r.seq) AS seq, l.active AS key_active,
  l.cap AS key_cap, w.name AS worker, n.started_at, coalesce(n.lease_until, w.lease_until) AS lease_until, x.ended_by
FROM rota.job j
JOIN rota.route t ON t.id = j.route
JOIN rota.queue q ON q.name = t.queue
LEFT JOIN rota.ready r ON r.job = j.id
LEFT JOIN rota.parked k ON k.job = j.id
LEFT JOIN rota.delayed d ON d.job = j.id
LEFT JOIN rota.paused p ON p.job = j.id
LEFT JOIN rota.run n ON n.job = j.id
LEFT JOIN rota.worker w ON w.id = n.worker
LEFT JOIN rota.ended x ON x.job = j.id
LEFT JOIN rota.keylock l ON l.key = coalesce(k.key, r.key)
LEFT JOIN rota.keylock s ON s.key = rota.slot_key(q.name) AND q.cluster_limit IS NOT NULL
WHERE j.id = :job
