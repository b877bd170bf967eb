-- Tells the first time of each schedule that still waits.
-- index: occurrence_deferred
-- locks: none
SELECT o.schedule, min(o.planned_at) AS planned_at FROM rota.occurrence o
WHERE o.schedule = ANY (:schedules::bigint[]) AND o.fate = 'deferred'
GROUP BY o.schedule
