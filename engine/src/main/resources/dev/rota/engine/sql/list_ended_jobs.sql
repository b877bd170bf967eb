-- Lists jobs that ended in one of some states, newest first. The key is where the next page begins; edge, if it
-- is not 0, is where the next one begins should this one not be full.
-- index: execution_unsuccessful
-- locks: none
WITH walked AS MATERIALIZED (
  SELECT job FROM (
    SELECT job FROM rota.execution WHERE ended = 'completed' AND job < :before::bigint AND 'completed' = ANY (:states::rota.state[])
    ORDER BY job DESC LIMIT :walk::int) completed
  UNION ALL
  SELECT job FROM (
    SELECT job FROM rota.execution WHERE ended = 'failed' AND -job > -:before::bigint AND 'failed' = ANY (:states::rota.state[])
    ORDER BY -job LIMIT :walk::int) failed
  UNION ALL
  SELECT job FROM (
    SELECT job FROM rota.execution WHERE ended = 'cancelled' AND -job > -:before::bigint AND 'cancelled' = ANY (:states::rota.state[])
    ORDER BY -job LIMIT :walk::int) cancelled
  UNION ALL
  SELECT job FROM (
    SELECT job FROM rota.ended WHERE state = ANY (:states::rota.state[]) AND job < :before::bigint
    ORDER BY job DESC LIMIT :walk::int) never_ran
  ORDER BY job DESC LIMIT :walk::int
),
edge AS MATERIALIZED (SELECT CASE WHEN count(*) = :walk::int THEN min(job) ELSE 0 END AS job FROM walked)
SELECT v.*, p.job AS key, e.job AS edge, EXISTS (SELECT FROM rota.delayed d WHERE d.job = v.id AND d.held) AS held, rota.clock() AS now
FROM edge e
LEFT JOIN (
  SELECT w.job FROM walked w
  CROSS JOIN LATERAL (SELECT j.tags, j.schedule FROM rota.job j WHERE j.id = w.job OFFSET 0) j
  WHERE (:tag::text IS NULL OR j.tags @> ARRAY[:tag::text]) AND (:schedule::bigint IS NULL OR j.schedule = :schedule)
  ORDER BY w.job DESC LIMIT :max::int OFFSET :skip::int) p ON true
LEFT JOIN LATERAL (SELECT * FROM rota.jobs v WHERE v.id = p.job OFFSET 0) v ON true
ORDER BY p.job DESC
