-- Lists jobs of any state, newest first. The key is where the next page begins.
-- index: job_pkey
-- locks: none
SELECT v.*, v.id AS key, 0::bigint AS edge, EXISTS (SELECT FROM rota.delayed d WHERE d.job = v.id AND d.held) AS held, rota.clock() AS now
FROM (
  SELECT j.id AS job FROM (
    SELECT id, tags, schedule FROM rota.job WHERE id < :before::bigint ORDER BY id DESC LIMIT :walk::int) j
  WHERE (:tag::text IS NULL OR j.tags @> ARRAY[:tag::text]) AND (:schedule::bigint IS NULL OR j.schedule = :schedule)
  ORDER BY j.id DESC LIMIT :max::int OFFSET :skip::int) p
CROSS JOIN LATERAL (SELECT * FROM rota.jobs v WHERE v.id = p.job OFFSET 0) v
ORDER BY p.job DESC
