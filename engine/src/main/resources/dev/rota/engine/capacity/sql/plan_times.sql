-- How long the newest completed jobs of each plan's queue and kind took at the most.
-- index: execution_ended
-- locks: none
SELECT p.name, rota.clock() AS now, x.longest_ms
FROM rota.plan p CROSS JOIN LATERAL (
  SELECT (max(extract(epoch FROM e.finished_at - e.started_at)) * 1000)::bigint AS longest_ms
  FROM rota.route t CROSS JOIN LATERAL (
    SELECT o.started_at, o.finished_at FROM rota.execution o
    WHERE o.route = t.id AND o.ended = 'completed' ORDER BY o.job + 0 DESC LIMIT :sample::int) e
  WHERE t.queue = p.queue AND t.kind = p.kind) x
