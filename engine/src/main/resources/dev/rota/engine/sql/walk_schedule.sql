-- Looks at so many jobs that a schedule made, newest first, and gives those of a queue, a kind or both. edge is where the next
-- step begins; 0 if there are no more.
-- index: job_schedule
-- locks: none
WITH served AS MATERIALIZED (
  SELECT id FROM rota.route WHERE (:queue::text IS NULL OR queue = :queue) AND (:kind::text IS NULL OR kind = :kind)
),
bounds AS MATERIALIZED (
  SELECT coalesce(rota.id_at(:from::timestamptz - interval '10 minutes'), 0) AS least,
    least(:before::bigint, coalesce(rota.id_at(:to::timestamptz + interval '2 seconds'), :before)) AS before
),
looked AS MATERIALIZED (
  SELECT id AS job, route FROM rota.job
  WHERE schedule = :schedule::bigint AND id < (SELECT before FROM bounds) AND id >= (SELECT least FROM bounds)
  ORDER BY id DESC LIMIT :look::int
)
SELECT e.job AS edge, l.job
FROM (SELECT CASE WHEN count(*) = :look::int THEN min(job) ELSE 0 END AS job FROM looked) e
LEFT JOIN looked l ON l.route = ANY (ARRAY(SELECT id FROM served))
ORDER BY l.job DESC
