-- Lists jobs that ended in one of some states, newest first. The key is where the next page begins.
-- index: execution_unsuccessful
-- locks: none
SELECT v.*, v.id AS key, 0::bigint AS edge, EXISTS (SELECT FROM rota.delayed d WHERE d.job = v.id AND d.held) AS held, rota.clock() AS now
FROM (
  SELECT w.job FROM (
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
    ORDER BY job DESC LIMIT :walk::int) w
  CROSS JOIN LATERAL (SELECT j.tags, j.schedule FROM rota.job j WHERE j.id = w.job OFFSET 0) j
  WHERE (:tag::text IS NULL OR j.tags @> ARRAY[:tag::text]) AND (:schedule::bigint IS NULL OR j.schedule = :schedule)
  ORDER BY w.job DESC LIMIT :max::int OFFSET :skip::int) p
CROSS JOIN LATERAL (SELECT * FROM rota.jobs v WHERE v.id = p.job OFFSET 0) v
ORDER BY p.job DESC
