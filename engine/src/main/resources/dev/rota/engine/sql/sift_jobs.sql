-- Tells which of some jobs match a filter, newest first; every one of them is read.
-- index: job_pkey
-- locks: none
SELECT j.id AS job FROM unnest(:jobs::bigint[]) AS u (job)
CROSS JOIN LATERAL (SELECT * FROM rota.job WHERE id = u.job OFFSET 0) j
JOIN rota.route r ON r.id = j.route
WHERE (:queue::text IS NULL OR r.queue = :queue) AND (:kind::text IS NULL OR r.kind = :kind)
  AND coalesce(j.tags, '{}') @> :tags::text[]
  AND (:schedule::bigint IS NULL OR j.schedule = :schedule)
  AND (NOT :without_runs::boolean OR j.schedule IS NULL OR NOT EXISTS (SELECT FROM rota.recurring_job c WHERE c.schedule = j.schedule))
  AND (:made_by::timestamptz IS NULL OR j.created_at <= :made_by::timestamptz)
  AND (:created_from::timestamptz IS NULL OR j.created_at >= :created_from::timestamptz)
  AND (:created_to::timestamptz IS NULL OR j.created_at < :created_to::timestamptz)
  AND (cardinality(:states::rota.state[]) = 0
    OR EXISTS (SELECT FROM rota.live l WHERE l.job = j.id AND l.state = ANY (:states::rota.state[]))
    OR EXISTS (SELECT FROM rota.execution e WHERE e.job = j.id AND e.ended = ANY (:states::rota.state[]))
    OR EXISTS (SELECT FROM rota.ended x WHERE x.job = j.id AND x.state = ANY (:states::rota.state[])))
  AND (:ended_from::timestamptz IS NULL AND :ended_to::timestamptz IS NULL
    OR EXISTS (SELECT FROM rota.execution e WHERE e.job = j.id AND e.ended IS NOT NULL
      AND e.finished_at >= coalesce(:ended_from::timestamptz, '-infinity') AND e.finished_at < coalesce(:ended_to::timestamptz, 'infinity'))
    OR EXISTS (SELECT FROM rota.ended x WHERE x.job = j.id
      AND x.ended_at >= coalesce(:ended_from::timestamptz, '-infinity') AND x.ended_at < coalesce(:ended_to::timestamptz, 'infinity')))
  AND (:fingerprint::uuid IS NULL OR EXISTS (SELECT FROM rota.dead_letter d WHERE d.job = j.id AND d.fingerprint = :fingerprint::uuid))
  AND (:pattern::text IS NULL OR j.payload::text ILIKE :pattern
    OR EXISTS (SELECT FROM rota.execution e WHERE e.job = j.id AND e.error ILIKE :pattern)
    OR EXISTS (SELECT FROM rota.ended x WHERE x.job = j.id AND x.reason ILIKE :pattern))
ORDER BY j.id DESC
