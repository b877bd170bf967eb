-- Lists jobs of any state, newest first. The key is where the next page begins; edge, if it is not 0, is
-- where the next one begins should this one not be full.
-- index: job_pkey
-- locks: none
WITH walked AS MATERIALIZED (
  SELECT id AS job, tags, schedule FROM rota.job WHERE id < :before::bigint ORDER BY id DESC LIMIT :walk::int
),
edge AS MATERIALIZED (SELECT CASE WHEN count(*) = :walk::int THEN min(job) ELSE 0 END AS job FROM walked)
SELECT v.*, p.job AS key, e.job AS edge, EXISTS (SELECT FROM rota.delayed d WHERE d.job = v.id AND d.held) AS held, rota.clock() AS now
FROM edge e
LEFT JOIN (
  SELECT w.job FROM walked w
  WHERE (:tag::text IS NULL OR w.tags @> ARRAY[:tag::text]) AND (:schedule::bigint IS NULL OR w.schedule = :schedule)
  ORDER BY w.job DESC LIMIT :max::int OFFSET :skip::int) p ON true
LEFT JOIN LATERAL (SELECT * FROM rota.jobs v WHERE v.id = p.job OFFSET 0) v ON true
ORDER BY p.job DESC
