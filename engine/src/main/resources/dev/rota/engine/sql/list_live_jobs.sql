-- Lists live jobs of some states, newest first. The key is where the next page begins; edge, if it
-- is not 0, is where the next one begins should this one not be full.
-- index: ready_job
-- locks: none
WITH walked AS MATERIALIZED (
  SELECT job FROM (
    SELECT job FROM rota.ready WHERE job < :before::bigint AND 'pending' = ANY (:states::rota.state[])
    ORDER BY job DESC LIMIT :walk::int) ready
  UNION ALL
  SELECT job FROM (
    SELECT job FROM rota.parked WHERE job < :before::bigint AND 'pending' = ANY (:states::rota.state[])
    ORDER BY job DESC LIMIT :walk::int) parked
  UNION ALL
  SELECT job FROM (
    SELECT job FROM rota.blocked WHERE job < :before::bigint AND 'pending' = ANY (:states::rota.state[])
    ORDER BY job DESC LIMIT :walk::int) blocked
  UNION ALL
  SELECT job FROM (
    SELECT job FROM rota.run WHERE job < :before::bigint AND 'running' = ANY (:states::rota.state[])
    ORDER BY job DESC LIMIT :walk::int) run
  UNION ALL
  SELECT job FROM (
    SELECT job FROM rota.delayed WHERE job < :before::bigint AND 'scheduled' = ANY (:states::rota.state[])
    ORDER BY job DESC LIMIT :walk::int) delayed
  UNION ALL
  SELECT job FROM (
    SELECT job FROM rota.paused WHERE job < :before::bigint AND 'paused' = ANY (:states::rota.state[])
    ORDER BY job DESC LIMIT :walk::int) paused
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
