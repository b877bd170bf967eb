-- Lists jobs that a schedule made, newest first. Only so many are looked at: edge is where the next page begins if there
-- are more.
-- index: job_schedule
-- locks: none
WITH looked AS MATERIALIZED (
  SELECT j.id FROM rota.job j
  WHERE j.schedule = :schedule::bigint AND j.id < :before::bigint AND (:tag::text IS NULL OR j.tags @> ARRAY[:tag::text])
  ORDER BY j.id DESC LIMIT :look::int
),
edge AS MATERIALIZED (SELECT CASE WHEN count(*) = :look::int THEN min(id) ELSE 0 END AS job FROM looked),
found AS MATERIALIZED (
  SELECT k.id AS job FROM looked k
  CROSS JOIN LATERAL (SELECT j.route FROM rota.job j WHERE j.id = k.id OFFSET 0) j JOIN rota.route r ON r.id = j.route
  WHERE (:queue::text IS NULL OR r.queue = :queue) AND (:kind::text IS NULL OR r.kind = :kind)
    AND (:any_state::boolean
      OR EXISTS (SELECT FROM rota.live l WHERE l.job = k.id AND l.state = ANY (:states::rota.state[]))
      OR EXISTS (SELECT FROM rota.execution e WHERE e.job = k.id AND e.ended = ANY (:states::rota.state[]))
      OR EXISTS (SELECT FROM rota.ended x WHERE x.job = k.id AND x.state = ANY (:states::rota.state[])))
  ORDER BY k.id DESC LIMIT :max::int OFFSET :skip::int
)
SELECT v.*, p.job AS key, e.job AS edge, EXISTS (SELECT FROM rota.delayed d WHERE d.job = v.id AND d.held) AS held, rota.clock() AS now
FROM edge e LEFT JOIN found p ON true
LEFT JOIN LATERAL (SELECT * FROM rota.jobs v WHERE v.id = p.job OFFSET 0) v ON true
ORDER BY p.job DESC
