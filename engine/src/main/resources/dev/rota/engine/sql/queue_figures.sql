-- Counts the jobs of a queue, of one kind or of all, by state, and sums up its executions that began within a time. It reads all live jobs of
-- the queue and all executions that are kept.
-- index: none
-- locks: none
WITH served AS MATERIALIZED (SELECT id FROM rota.route WHERE queue = :queue AND (:kind::text IS NULL OR kind = :kind::text)),
ends AS MATERIALIZED (
  SELECT state, sum(jobs) AS jobs FROM (
    SELECT ended AS state, count(*) AS jobs FROM rota.execution
    WHERE ended IS NOT NULL AND route IN (SELECT id FROM served) GROUP BY ended
    UNION ALL
    SELECT state, count(*) FROM rota.ended WHERE route IN (SELECT id FROM served) GROUP BY state) e
  GROUP BY state
)
SELECT
  (SELECT count(*) FROM rota.ready WHERE route IN (SELECT id FROM served))
    + (SELECT count(*) FROM rota.parked WHERE route IN (SELECT id FROM served))
    + (SELECT count(*) FROM rota.blocked WHERE route IN (SELECT id FROM served)) AS pending,
  (SELECT count(*) FROM rota.delayed WHERE route IN (SELECT id FROM served)) AS scheduled,
  (SELECT count(*) FROM rota.run WHERE route IN (SELECT id FROM served)) AS running,
  (SELECT count(*) FROM rota.paused WHERE route IN (SELECT id FROM served)) AS paused,
  (SELECT jobs FROM ends WHERE state = 'completed') AS completed,
  (SELECT jobs FROM ends WHERE state = 'failed') AS failed,
  (SELECT jobs FROM ends WHERE state = 'cancelled') AS cancelled,
  count(*) FILTER (WHERE status = 'completed') AS completed_lately,
  (avg(extract(epoch FROM started_at - due_at)) * 1000)::bigint AS waited_ms,
  (avg(extract(epoch FROM finished_at - started_at)) * 1000)::bigint AS ran_ms,
  (sum(extract(epoch FROM finished_at - started_at)) * 1000)::bigint AS busy_ms
FROM rota.execution
WHERE id >= rota.id_at(rota.clock() - :window_ms::bigint * interval '1 millisecond') AND route IN (SELECT id FROM served)
