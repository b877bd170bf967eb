-- What the queues of some routes say of jobs that do not say it themselves. The routes are hidden in a subquery, as the number in new_ids.
-- index: none: routes and queues are few
-- locks: none
SELECT r.id AS route, coalesce(q.max_retries, 3) AS max_retries, q.timeout,
  (q.limits).cpu AS cpu_limit, (q.limits).memory_mb AS memory_limit_mb
FROM rota.route r JOIN rota.queue q ON q.name = r.queue
WHERE r.id = ANY ((SELECT :routes::int[])::int[])
