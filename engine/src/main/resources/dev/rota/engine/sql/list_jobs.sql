-- Lists jobs of any state, newest first. The key is where the next page begins.
-- index: job_pkey
-- locks: none
SELECT v.*, v.id AS key, EXISTS (SELECT FROM rota.delayed d WHERE d.job = v.id AND d.held) AS held, rota.clock() AS now
FROM (
  SELECT j.id FROM rota.job j JOIN rota.route r ON r.id = j.route
  WHERE j.id < :before::bigint
    AND (:queue::text IS NULL OR r.queue = :queue) AND (:kind::text IS NULL OR r.kind = :kind)
    AND (:tag::text IS NULL OR j.tags @> ARRAY[:tag::text]) AND (:schedule::bigint IS NULL OR j.schedule = :schedule)
    AND (NOT :without_runs OR NOT EXISTS (SELECT FROM rota.recurring_job c WHERE c.schedule = j.schedule))
  ORDER BY j.id DESC LIMIT :max::int OFFSET :skip::int) p
JOIN rota.jobs v ON v.id = p.id
ORDER BY v.id DESC
