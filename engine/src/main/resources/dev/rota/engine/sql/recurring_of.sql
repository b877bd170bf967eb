-- Tells which of these schedules are recurring jobs.
-- index: recurring_job_pkey
-- locks: none
SELECT schedule FROM rota.recurring_job WHERE schedule = ANY (:schedules::bigint[])
