-- Counts the live jobs of every route by state.
-- index: none
-- locks: none
SELECT t.queue, t.kind, c.state, sum(c.jobs)::bigint AS jobs
FROM (
  SELECT route, 'pending' AS state, count(*) AS jobs FROM rota.ready GROUP BY route
  UNION ALL SELECT route, 'pending', count(*) FROM rota.parked GROUP BY route
  UNION ALL SELECT route, 'pending', count(*) FROM rota.blocked GROUP BY route
  UNION ALL SELECT route, 'running', count(*) FROM rota.run GROUP BY route
  UNION ALL SELECT route, 'scheduled', count(*) FROM rota.delayed GROUP BY route
  UNION ALL SELECT route, 'paused', count(*) FROM rota.paused GROUP BY route) c
JOIN rota.route t ON t.id = c.route
GROUP BY t.queue, t.kind, c.state
