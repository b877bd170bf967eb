-- Tells the longest timeout of each queue: its own, or that of a schedule on it. A queue may have schedules before it
-- has its first job; it is found by going from one to the next in the index.
-- index: schedule_timeout
-- locks: none
WITH RECURSIVE planned AS (
  (SELECT s.queue FROM rota.schedule s WHERE s.timeout IS NOT NULL ORDER BY s.queue LIMIT 1)
  UNION ALL
  SELECT (SELECT s.queue FROM rota.schedule s WHERE s.timeout IS NOT NULL AND s.queue > p.queue ORDER BY s.queue LIMIT 1)
  FROM planned p WHERE p.queue IS NOT NULL
)
SELECT queue, (extract(epoch FROM max(timeout)) * 1000)::bigint AS lead_ms
FROM (
  SELECT q.name AS queue, q.timeout FROM rota.queue q WHERE q.timeout IS NOT NULL
  UNION ALL
  SELECT p.queue, (SELECT max(s.timeout) FROM rota.schedule s WHERE s.queue = p.queue) FROM planned p WHERE p.queue IS NOT NULL) t
GROUP BY queue
