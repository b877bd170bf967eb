-- Looks at so many jobs in some states, newest first, and gives those of a queue, a kind or both. edge is where the next step
-- begins; 0 if there are no more.
-- index: execution_unsuccessful
-- locks: none
WITH served AS MATERIALIZED (
  SELECT id FROM rota.route WHERE (:queue::text IS NULL OR queue = :queue) AND (:kind::text IS NULL OR kind = :kind)
),
bounds AS MATERIALIZED (
  SELECT coalesce(rota.id_at(:from::timestamptz - interval '10 minutes'), 0) AS least,
    least(:before::bigint, coalesce(rota.id_at(:to::timestamptz + interval '2 seconds'), :before)) AS before
),
looked AS MATERIALIZED (
  SELECT job, route FROM (
    SELECT job, route FROM (
      SELECT job, route FROM rota.ready WHERE job < (SELECT before FROM bounds) AND job >= (SELECT least FROM bounds)
        AND 'pending' = ANY (:states::rota.state[]) AND EXISTS (SELECT FROM served)
      ORDER BY job DESC LIMIT :look::int) ready
    UNION ALL
    SELECT job, route FROM (
      SELECT job, route FROM rota.parked WHERE job < (SELECT before FROM bounds) AND job >= (SELECT least FROM bounds)
        AND 'pending' = ANY (:states::rota.state[]) AND EXISTS (SELECT FROM served)
      ORDER BY job DESC LIMIT :look::int) parked
    UNION ALL
    SELECT job, route FROM (
      SELECT job, route FROM rota.blocked WHERE job < (SELECT before FROM bounds) AND job >= (SELECT least FROM bounds)
        AND 'pending' = ANY (:states::rota.state[]) AND EXISTS (SELECT FROM served)
      ORDER BY job DESC LIMIT :look::int) blocked
    UNION ALL
    SELECT job, route FROM (
      SELECT job, route FROM rota.run WHERE job < (SELECT before FROM bounds) AND job >= (SELECT least FROM bounds)
        AND 'running' = ANY (:states::rota.state[]) AND EXISTS (SELECT FROM served)
      ORDER BY job DESC LIMIT :look::int) run
    UNION ALL
    SELECT job, route FROM (
      SELECT job, route FROM rota.delayed WHERE job < (SELECT before FROM bounds) AND job >= (SELECT least FROM bounds)
        AND 'scheduled' = ANY (:states::rota.state[]) AND EXISTS (SELECT FROM served)
      ORDER BY job DESC LIMIT :look::int) delayed
    UNION ALL
    SELECT job, route FROM (
      SELECT job, route FROM rota.paused WHERE job < (SELECT before FROM bounds) AND job >= (SELECT least FROM bounds)
        AND 'paused' = ANY (:states::rota.state[]) AND EXISTS (SELECT FROM served)
      ORDER BY job DESC LIMIT :look::int) paused
    UNION ALL
    SELECT job, route FROM (
      SELECT job, route FROM rota.execution WHERE job < (SELECT before FROM bounds) AND job >= (SELECT least FROM bounds)
        AND ended = 'completed' AND 'completed' = ANY (:states::rota.state[]) AND EXISTS (SELECT FROM served)
      ORDER BY job DESC LIMIT :look::int) completed
    UNION ALL
    SELECT job, route FROM (
      SELECT job, route FROM rota.execution WHERE -job > -(SELECT before FROM bounds) AND -job <= -(SELECT least FROM bounds)
        AND ended = 'failed' AND 'failed' = ANY (:states::rota.state[]) AND EXISTS (SELECT FROM served)
      ORDER BY -job LIMIT :look::int) failed
    UNION ALL
    SELECT job, route FROM (
      SELECT job, route FROM rota.execution WHERE -job > -(SELECT before FROM bounds) AND -job <= -(SELECT least FROM bounds)
        AND ended = 'cancelled' AND 'cancelled' = ANY (:states::rota.state[]) AND EXISTS (SELECT FROM served)
      ORDER BY -job LIMIT :look::int) cancelled
    UNION ALL
    SELECT job, route FROM (
      SELECT job, route FROM rota.ended WHERE job < (SELECT before FROM bounds) AND job >= (SELECT least FROM bounds)
        AND state = ANY (:states::rota.state[]) AND EXISTS (SELECT FROM served)
      ORDER BY job DESC LIMIT :look::int) never_ran) u
  ORDER BY job DESC LIMIT :look::int
)
SELECT e.job AS edge, l.job
FROM (SELECT CASE WHEN count(*) = :look::int THEN min(job) ELSE 0 END AS job FROM looked) e
LEFT JOIN looked l ON l.route = ANY (ARRAY(SELECT id FROM served))
ORDER BY l.job DESC
