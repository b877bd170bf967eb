-- Tells of each queue which share of its jobs that ended lately failed, from as many executions as the rule looks at.
-- index: none
-- locks: none
SELECT t.queue, count(*) FILTER (WHERE l.ended = 'failed')::float8 / count(*) AS rate
FROM (
  SELECT e.route, e.ended FROM rota.execution e
  WHERE e.id >= rota.id_at(rota.clock() - interval '1 day') ORDER BY e.id DESC LIMIT :sample::int) l
JOIN rota.route t ON t.id = l.route WHERE l.ended IN ('completed', 'failed')
GROUP BY t.queue ORDER BY t.queue
