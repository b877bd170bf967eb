-- Counts the live jobs of every queue by state. It stops counting at a number: of jobs that are ready, for each route; of those that
-- are parked, due later or paused, for all queues together.
-- index: none, up to that many rows of each sort are read
-- locks: none
WITH counted AS (
  SELECT r.queue, 'pending' AS state, c.jobs
  FROM rota.route r CROSS JOIN LATERAL (
    SELECT count(*) AS jobs FROM (SELECT FROM rota.ready d WHERE d.route = r.id LIMIT :most::bigint) l) c
  WHERE c.jobs > 0
  UNION ALL
  SELECT r.queue, s.state, s.jobs
  FROM (
    SELECT route, 'pending' AS state, count(*) AS jobs FROM (SELECT route FROM rota.parked LIMIT :most::bigint) p GROUP BY route
    UNION ALL
    SELECT route, 'scheduled', count(*) FROM (SELECT route FROM rota.delayed LIMIT :most::bigint) d GROUP BY route
    UNION ALL
    SELECT route, 'paused', count(*) FROM (SELECT route FROM rota.paused LIMIT :most::bigint) p GROUP BY route
    UNION ALL
    SELECT route, 'running', count(*) FROM rota.run GROUP BY route) s
  JOIN rota.route r ON r.id = s.route
)
SELECT q.name AS queue,
  least(coalesce(sum(c.jobs) FILTER (WHERE c.state = 'pending'), 0), :most::bigint)::bigint AS pending,
  least(coalesce(sum(c.jobs) FILTER (WHERE c.state = 'scheduled'), 0), :most::bigint)::bigint AS scheduled,
  coalesce(sum(c.jobs) FILTER (WHERE c.state = 'running'), 0)::bigint AS running,
  least(coalesce(sum(c.jobs) FILTER (WHERE c.state = 'paused'), 0), :most::bigint)::bigint AS paused
FROM rota.queue q LEFT JOIN counted c ON c.queue = q.name
GROUP BY q.name ORDER BY q.name
