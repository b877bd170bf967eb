-- Says of which events of which queues notes are left for a webhook: those that it listens to and, if it is told of changes only,
-- also those by which a change is known. A paused one has no ears.
-- index: webhook_pkey
-- locks: webhook_ear rows
INSERT INTO rota.webhook_ear (event, queue, webhook)
SELECT DISTINCT e.event, CASE WHEN e.event LIKE 'job.%' THEN q.queue ELSE '' END, w.id
FROM rota.webhook w
CROSS JOIN LATERAL (
  SELECT unnest(w.events) AS event
  UNION SELECT unnest('{job.completed,job.dead}'::text[]) WHERE w.on_change_only AND w.events::text LIKE '%job.%') e
CROSS JOIN LATERAL (SELECT unnest(CASE WHEN w.queues = '{}' THEN '{""}' ELSE w.queues END) AS queue) q
WHERE w.id = :id AND w.paused_at IS NULL
