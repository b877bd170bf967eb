-- Looks at so many failed jobs of a group, newest first. edge is where the next step begins; 0 if there are no more.
-- index: dead_letter_fingerprint
-- locks: none
WITH bounds AS MATERIALIZED (
  SELECT coalesce(rota.id_at(:from::timestamptz - interval '10 minutes'), 0) AS least,
    least(:before::bigint, coalesce(rota.id_at(:to::timestamptz + interval '2 seconds'), :before)) AS before
),
looked AS MATERIALIZED (
  SELECT job FROM rota.dead_letter
  WHERE fingerprint = :fingerprint::uuid AND job < (SELECT before FROM bounds) AND job >= (SELECT least FROM bounds)
  ORDER BY job DESC LIMIT :look::int
)
SELECT e.job AS edge, l.job
FROM (SELECT CASE WHEN count(*) = :look::int THEN min(job) ELSE 0 END AS job FROM looked) e LEFT JOIN looked l ON true
ORDER BY l.job DESC
