-- Tells the occurrences of a schedule before an instant, newest first, and how the job of each fares, if it is kept.
-- index: occurrence_pkey
-- locks: none
SELECT o.*, (SELECT v.state FROM rota.jobs v WHERE v.id = o.job) AS job_state
FROM (
  SELECT * FROM rota.occurrence
  WHERE schedule = :schedule AND planned_at >= :from::timestamptz AND planned_at < :to::timestamptz
    AND (:fate::text IS NULL OR fate = :fate::rota.fate)
  ORDER BY planned_at DESC LIMIT :max
) o
ORDER BY o.planned_at DESC
