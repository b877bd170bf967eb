-- Lists the jobs of a queue, a kind or both in some states, newest first. The key is where the next page begins; edge, if it
-- is not 0, is where the next one begins should this one not be full.
-- index: execution_ended
-- locks: none
WITH served AS MATERIALIZED (
  SELECT id FROM rota.route WHERE (:queue::text IS NULL OR queue = :queue) AND (:kind::text IS NULL OR kind = :kind)
),
-- Pending jobs are kept in the order in which they are claimed. Few are read and sorted; of many, the newest of all queues
-- are looked through, down to the edge.
few AS MATERIALIZED (
  SELECT r.job FROM served s CROSS JOIN LATERAL (SELECT job FROM rota.ready WHERE route = s.id LIMIT :few::int + 1) r
  WHERE 'pending' = ANY (:states::rota.state[]) LIMIT :few::int + 1
),
many AS MATERIALIZED (SELECT count(*) > :few::int AS is_so FROM few),
edge AS MATERIALIZED (
  SELECT coalesce(max(job), 0) AS job FROM (
    SELECT job FROM rota.ready WHERE job < :before::bigint AND (SELECT is_so FROM many)
    ORDER BY job DESC OFFSET :look::int LIMIT 1) l
),
found AS MATERIALIZED (
  SELECT job FROM (
    SELECT job FROM few WHERE NOT (SELECT is_so FROM many) AND job < :before::bigint
    UNION ALL
    SELECT job FROM (
      SELECT r.job FROM rota.ready r
      WHERE (SELECT is_so FROM many) AND r.job < :before::bigint AND r.job > (SELECT job FROM edge)
        AND r.route = ANY (ARRAY(SELECT id FROM served))
      ORDER BY r.job DESC LIMIT :walk::int) newest
    UNION ALL
    SELECT n.job FROM rota.run n
    WHERE n.route = ANY (ARRAY(SELECT id FROM served)) AND n.job < :before::bigint AND 'running' = ANY (:states::rota.state[])
    UNION ALL
    SELECT l.job FROM served s CROSS JOIN LATERAL (
      SELECT job FROM rota.parked WHERE route = s.id AND -job > -:before::bigint ORDER BY -job LIMIT :walk::int) l
    WHERE 'pending' = ANY (:states::rota.state[])
    UNION ALL
    SELECT l.job FROM served s CROSS JOIN LATERAL (
      SELECT job FROM rota.blocked WHERE route = s.id AND -job > -:before::bigint ORDER BY -job LIMIT :walk::int) l
    WHERE 'pending' = ANY (:states::rota.state[])
    UNION ALL
    SELECT l.job FROM served s CROSS JOIN LATERAL (
      SELECT job FROM rota.delayed WHERE route = s.id AND -job > -:before::bigint ORDER BY -job LIMIT :walk::int) l
    WHERE 'scheduled' = ANY (:states::rota.state[])
    UNION ALL
    SELECT l.job FROM served s CROSS JOIN LATERAL (
      SELECT job FROM rota.paused WHERE route = s.id AND -job > -:before::bigint ORDER BY -job LIMIT :walk::int) l
    WHERE 'paused' = ANY (:states::rota.state[])
    UNION ALL
    SELECT l.job FROM served s CROSS JOIN unnest(:states::rota.state[]) AS t (state) CROSS JOIN LATERAL (
      SELECT job FROM rota.execution WHERE route = s.id AND ended = t.state AND job + 0 < :before::bigint
      ORDER BY job + 0 DESC LIMIT :walk::int) l
    WHERE t.state IN ('completed', 'failed', 'cancelled')
    UNION ALL
    SELECT l.job FROM served s CROSS JOIN unnest(:states::rota.state[]) AS t (state) CROSS JOIN LATERAL (
      SELECT job FROM rota.ended WHERE route = s.id AND state = t.state AND -job > -:before::bigint
      ORDER BY -job LIMIT :walk::int) l
    WHERE t.state IN ('completed', 'failed', 'cancelled')) u
  WHERE job > (SELECT job FROM edge)
  ORDER BY job DESC LIMIT :walk::int
),
walked AS MATERIALIZED (
  SELECT greatest((SELECT job FROM edge), CASE WHEN count(*) = :walk::int THEN min(job) ELSE 0 END) AS job FROM found
)
SELECT v.*, p.job AS key, e.job AS edge, EXISTS (SELECT FROM rota.delayed d WHERE d.job = v.id AND d.held) AS held, rota.clock() AS now
FROM walked e
LEFT JOIN (
  SELECT w.job FROM found w
  CROSS JOIN LATERAL (SELECT j.tags, j.schedule FROM rota.job j WHERE j.id = w.job OFFSET 0) j
  WHERE (:tag::text IS NULL OR j.tags @> ARRAY[:tag::text]) AND (:schedule::bigint IS NULL OR j.schedule = :schedule)
  ORDER BY w.job DESC LIMIT :max::int OFFSET :skip::int) p ON true
LEFT JOIN LATERAL (SELECT * FROM rota.jobs v WHERE v.id = p.job OFFSET 0) v ON true
ORDER BY p.job DESC
