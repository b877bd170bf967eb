-- Counts the live jobs of every queue by state. It stops counting at a number for each route. Where all queues together have no more jobs
-- of a sort than that, they are read at once, whatever the number of routes.
-- index: none, up to that many rows of each sort and route are read
-- locks: none
WITH few_parked AS MATERIALIZED (SELECT route FROM rota.parked LIMIT :most::bigint),
few_blocked AS MATERIALIZED (SELECT route FROM rota.blocked LIMIT :most::bigint),
few_delayed AS MATERIALIZED (SELECT route FROM rota.delayed LIMIT :most::bigint),
few_paused AS MATERIALIZED (SELECT route FROM rota.paused LIMIT :most::bigint),
counted AS (
  SELECT r.queue, 'pending' AS state, c.jobs
  FROM rota.route r CROSS JOIN LATERAL (
    SELECT count(*) AS jobs FROM (SELECT FROM rota.ready d WHERE d.route = r.id LIMIT :most::bigint) l) c
  WHERE c.jobs > 0
  UNION ALL
  SELECT r.queue, s.state, s.jobs
  FROM (
    SELECT route, 'pending' AS state, count(*) AS jobs FROM few_parked WHERE (SELECT count(*) FROM few_parked) < :most::bigint GROUP BY route
    UNION ALL
    SELECT r.id, 'pending', c.jobs
    FROM rota.route r CROSS JOIN LATERAL (
      SELECT count(*) AS jobs FROM (SELECT FROM rota.parked d WHERE d.route = r.id ORDER BY (-d.job) LIMIT :most::bigint) l) c
    WHERE (SELECT count(*) FROM few_parked) >= :most::bigint AND c.jobs > 0
    UNION ALL
    SELECT route, 'pending' AS state, count(*) AS jobs FROM few_blocked WHERE (SELECT count(*) FROM few_blocked) < :most::bigint GROUP BY route
    UNION ALL
    SELECT r.id, 'pending', c.jobs
    FROM rota.route r CROSS JOIN LATERAL (
      SELECT count(*) AS jobs FROM (SELECT FROM rota.blocked d WHERE d.route = r.id ORDER BY (-d.job) LIMIT :most::bigint) l) c
    WHERE (SELECT count(*) FROM few_blocked) >= :most::bigint AND c.jobs > 0
    UNION ALL
    SELECT route, 'scheduled' AS state, count(*) AS jobs FROM few_delayed WHERE (SELECT count(*) FROM few_delayed) < :most::bigint GROUP BY route
    UNION ALL
    SELECT r.id, 'scheduled', c.jobs
    FROM rota.route r CROSS JOIN LATERAL (
      SELECT count(*) AS jobs FROM (SELECT FROM rota.delayed d WHERE d.route = r.id ORDER BY (-d.job) LIMIT :most::bigint) l) c
    WHERE (SELECT count(*) FROM few_delayed) >= :most::bigint AND c.jobs > 0
    UNION ALL
    SELECT route, 'paused' AS state, count(*) AS jobs FROM few_paused WHERE (SELECT count(*) FROM few_paused) < :most::bigint GROUP BY route
    UNION ALL
    SELECT r.id, 'paused', c.jobs
    FROM rota.route r CROSS JOIN LATERAL (
      SELECT count(*) AS jobs FROM (SELECT FROM rota.paused d WHERE d.route = r.id ORDER BY (-d.job) LIMIT :most::bigint) l) c
    WHERE (SELECT count(*) FROM few_paused) >= :most::bigint AND c.jobs > 0
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
