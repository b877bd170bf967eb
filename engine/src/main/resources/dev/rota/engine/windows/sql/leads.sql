-- Tells the longest timeout of each queue: its own, or that of a schedule on it.
-- index: none
-- locks: none
SELECT queue, (extract(epoch FROM lead) * 1000)::bigint AS lead_ms
FROM (
  SELECT q.name AS queue, greatest(q.timeout, (SELECT max(s.timeout) FROM rota.schedule s WHERE s.queue = q.name)) AS lead
  FROM rota.queue q) l
WHERE lead IS NOT NULL
