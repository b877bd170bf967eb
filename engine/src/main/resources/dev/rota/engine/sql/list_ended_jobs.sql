-- Lists jobs that ended in one of some states, those whose last execution began last first. The key is where the next page begins.
-- index: none
-- locks: none
SELECT v.*, p.key, EXISTS (SELECT FROM rota.delayed d WHERE d.job = v.id AND d.held) AS held, rota.clock() AS now
FROM (
  SELECT * FROM (
    SELECT e.job, e.id AS key FROM rota.execution e JOIN rota.job j ON j.id = e.job JOIN rota.route r ON r.id = e.route
    WHERE e.ended = ANY (:states::rota.state[]) AND e.id < :before::bigint
      AND (:queue::text IS NULL OR r.queue = :queue) AND (:kind::text IS NULL OR r.kind = :kind)
      AND (:tag::text IS NULL OR j.tags @> ARRAY[:tag::text]) AND (:schedule::bigint IS NULL OR j.schedule = :schedule)
      AND (NOT :without_runs OR NOT EXISTS (SELECT FROM rota.recurring_job c WHERE c.schedule = j.schedule))
    ORDER BY e.id DESC LIMIT :max::int + :skip::int) executed
  UNION ALL
  SELECT * FROM (
    SELECT x.job, x.job FROM rota.ended x JOIN rota.job j ON j.id = x.job JOIN rota.route r ON r.id = x.route
    WHERE x.state = ANY (:states::rota.state[]) AND x.job < :before::bigint
      AND (:queue::text IS NULL OR r.queue = :queue) AND (:kind::text IS NULL OR r.kind = :kind)
      AND (:tag::text IS NULL OR j.tags @> ARRAY[:tag::text]) AND (:schedule::bigint IS NULL OR j.schedule = :schedule)
      AND (NOT :without_runs OR NOT EXISTS (SELECT FROM rota.recurring_job c WHERE c.schedule = j.schedule))
    ORDER BY x.job DESC LIMIT :max::int + :skip::int) waiting
  ORDER BY key DESC LIMIT :max::int OFFSET :skip::int) p
JOIN rota.jobs v ON v.id = p.job
ORDER BY p.key DESC
