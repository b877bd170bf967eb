-- Lists live jobs of some states, newest first. The key is where the next page begins.
-- index: ready_job
-- locks: none
SELECT v.*, v.id AS key, EXISTS (SELECT FROM rota.delayed d WHERE d.job = v.id AND d.held) AS held, rota.clock() AS now
FROM (
  SELECT l.job FROM rota.live l JOIN rota.job j ON j.id = l.job JOIN rota.route r ON r.id = j.route
  WHERE l.state = ANY (:states::rota.state[]) AND l.job < :before::bigint
    AND (:queue::text IS NULL OR r.queue = :queue) AND (:kind::text IS NULL OR r.kind = :kind)
    AND (:tag::text IS NULL OR j.tags @> ARRAY[:tag::text]) AND (:schedule::bigint IS NULL OR j.schedule = :schedule)
    AND (NOT :without_runs OR NOT EXISTS (SELECT FROM rota.recurring_job c WHERE c.schedule = j.schedule))
  ORDER BY l.job DESC LIMIT :max::int OFFSET :skip::int) p
JOIN rota.jobs v ON v.id = p.job
ORDER BY v.id DESC
