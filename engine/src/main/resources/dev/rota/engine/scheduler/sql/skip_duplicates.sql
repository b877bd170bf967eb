-- Tells occurrences that another job with the key of their schedule's jobs was live, so that they got none.
-- index: occurrence_pkey
-- locks: occurrence rows of schedules that the caller has locked
UPDATE rota.occurrence o SET fate = 'skipped_overlap', run_at = NULL, reason = 'job ' || u.job || ' was live'
FROM unnest(:schedules::bigint[], :planned_ats::timestamptz[], :jobs::bigint[]) AS u (schedule, planned_at, job)
WHERE o.schedule = u.schedule AND o.planned_at = u.planned_at
