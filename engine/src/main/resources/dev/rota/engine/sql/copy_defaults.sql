-- What the queues of some routes say of jobs that do not say it themselves, and the time.
-- index: none: routes and queues are few
-- locks: none
SELECT r.id AS route, coalesce(q.max_retries, 3) AS max_retries, q.timeout::text AS timeout,
  CASE WHEN NOT (q.limits IS NULL) THEN q.limits::text END AS limits, rota.clock()::text AS now
FROM rota.route r JOIN rota.queue q ON q.name = r.queue
WHERE r.id = ANY (:routes::int[])
