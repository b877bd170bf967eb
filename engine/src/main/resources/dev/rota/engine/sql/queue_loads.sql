-- Tells of every queue its limits, the slots of the workers that serve it, what runs, what was done to it within a time, and how long
-- its newest executions took. It reads what runs, a minute of the pulse and a bounded sample of executions, however many jobs wait.
-- index: none, what runs is read
-- locks: none
WITH live AS MATERIALIZED (
  SELECT s.queue, s.worker, max(least(s.slots, CASE WHEN w.pid IS NOT NULL THEN q.node_limit END)) AS slots
  FROM rota.worker w JOIN rota.serving s ON s.worker = w.id LEFT JOIN rota.queue q ON q.name = s.queue
  WHERE w.stopped_at IS NULL AND w.lease_until > rota.clock()
  GROUP BY s.queue, s.worker
),
serving AS MATERIALIZED (SELECT queue, count(*) AS workers, sum(slots) AS slots FROM live GROUP BY queue),
busy AS MATERIALIZED (SELECT t.queue, count(*) AS jobs FROM rota.run r JOIN rota.route t ON t.id = r.route GROUP BY t.queue),
done AS MATERIALIZED (
  SELECT p.queue, sum(p.enqueued) AS enqueued, sum(p.completed + p.failed + p.cancelled) AS ended
  FROM rota.pulse p WHERE p.at > rota.clock() - :window_ms::bigint * interval '1 millisecond' AND p.at <= rota.clock() GROUP BY p.queue
)
SELECT n.name, coalesce(q.paused, false) AS paused, q.cluster_limit, q.rate_count, (extract(epoch FROM q.rate_period) * 1000)::bigint AS rate_period_ms,
  coalesce(s.workers, 0) AS workers, coalesce(s.slots, 0) AS slots, coalesce(b.jobs, 0) AS busy,
  coalesce(d.enqueued, 0) AS enqueued, coalesce(d.ended, 0) AS ended, x.ran_ms
FROM (SELECT name FROM rota.queue UNION SELECT queue FROM serving) n
LEFT JOIN rota.queue q ON q.name = n.name
LEFT JOIN serving s ON s.queue = n.name
LEFT JOIN busy b ON b.queue = n.name
LEFT JOIN done d ON d.queue = n.name
CROSS JOIN LATERAL (
  SELECT (avg(extract(epoch FROM r.finished_at - r.started_at)) * 1000)::bigint AS ran_ms
  FROM (
    SELECT e.started_at, e.finished_at
    FROM rota.route t CROSS JOIN (VALUES ('completed'::rota.state), ('failed'::rota.state)) AS v (state)
    CROSS JOIN LATERAL (
      SELECT o.started_at, o.finished_at FROM rota.execution o
      WHERE o.route = t.id AND o.ended = v.state ORDER BY (-o.job) LIMIT :sample::int) e
    WHERE t.queue = n.name
    ORDER BY e.finished_at DESC LIMIT :sample::int) r) x
WHERE cardinality(:queues::text[]) = 0 OR n.name = ANY (:queues::text[])
ORDER BY n.name
