-- Tells the occurrences of a schedule before an instant, newest first.
-- index: occurrence_pkey
-- locks: none
SELECT o.* FROM rota.occurrence o
WHERE o.schedule = :schedule AND o.planned_at >= :from::timestamptz AND o.planned_at < :to::timestamptz
  AND (:fate::text IS NULL OR o.fate = :fate::rota.fate)
ORDER BY o.planned_at DESC LIMIT :max
