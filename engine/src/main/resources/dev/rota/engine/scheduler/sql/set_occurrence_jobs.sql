-- Tells occurrences their jobs.
-- index: occurrence_pkey
-- locks: occurrence rows of schedules that the caller has locked
UPDATE rota.occurrence o SET job = u.job
FROM unnest(:schedules::bigint[], :planned_ats::timestamptz[], :jobs::bigint[]) AS u (schedule, planned_at, job)
WHERE o.schedule = u.schedule AND o.planned_at = u.planned_at
