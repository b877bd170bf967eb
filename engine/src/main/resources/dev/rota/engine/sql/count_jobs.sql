-- Counts the jobs that a filter matches; it reads all jobs of the queue.
-- index: none
-- locks: none
SELECT count(*) AS jobs FROM rota.jobs v
WHERE (:queue::text IS NULL OR v.queue = :queue) AND (:kind::text IS NULL OR v.kind = :kind)
  AND (:tag::text IS NULL OR v.tags @> ARRAY[:tag::text]) AND (:schedule::bigint IS NULL OR v.schedule = :schedule)
  AND (cardinality(:states::rota.state[]) = 0 OR v.state = ANY (:states::rota.state[]))
