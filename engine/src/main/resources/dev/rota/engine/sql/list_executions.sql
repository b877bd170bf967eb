-- Lists executions, newest first, by status, queue and kind, with their numbers as numbered_execution.sql tells them. Only so
-- many are looked at: edge is where the next page begins if there are more. Of running ones there are few.
-- index: execution_pkey
-- locks: none
WITH looked AS MATERIALIZED (
  SELECT u.id, u.job, u.route, u.status FROM (
    SELECT * FROM (
      SELECT n.fence AS id, n.job, n.route, 'running' AS status FROM rota.run n
      WHERE n.job > 0 AND n.fence < :before::bigint AND coalesce(:status::text, 'running') = 'running'
      ORDER BY n.fence DESC LIMIT :look::int) running
    UNION ALL
    SELECT * FROM (
      SELECT e.id, e.job, e.route, e.status::text FROM rota.execution e
      WHERE e.id < :before::bigint AND coalesce(:status::text, '') NOT IN ('running', 'failed')
      ORDER BY e.id DESC LIMIT :look::int) ended
    UNION ALL
    SELECT * FROM (
      SELECT e.id, e.job, e.route, e.status::text FROM rota.execution e
      WHERE e.id < :before::bigint AND e.status = 'failed' AND :status::text = 'failed'
      ORDER BY e.id DESC LIMIT :look::int) failed) u
  ORDER BY u.id DESC LIMIT :look::int
),
edge AS MATERIALIZED (SELECT CASE WHEN count(*) = :look::int THEN min(id) ELSE 0 END AS id FROM looked),
found AS MATERIALIZED (
  SELECT k.id, k.job FROM looked k
  CROSS JOIN LATERAL (
    SELECT FROM rota.route r
    WHERE r.id = k.route AND (:queue::text IS NULL OR r.queue = :queue) AND (:kind::text IS NULL OR r.kind = :kind) OFFSET 0) r
  WHERE :status::text IS NULL OR k.status = :status
  ORDER BY k.id DESC LIMIT :max::int
)
SELECT e.*, g.id AS edge, c.schedule AS recurring, CASE WHEN c.schedule IS NULL THEN e.attempt ELSE s.runs - (
    SELECT count(*) FROM rota.occurrence o
    WHERE o.schedule = s.id AND o.planned_at >= to_timestamp((e.job >> 22) + 1735689600) AND o.job > e.job) END AS number
FROM edge g LEFT JOIN found p ON true
LEFT JOIN LATERAL (SELECT * FROM rota.executions x WHERE x.job = p.job AND x.id = p.id LIMIT 1) e ON true
LEFT JOIN rota.recurring_job c ON c.schedule = e.schedule
LEFT JOIN rota.schedule s ON s.id = c.schedule
ORDER BY e.id DESC
