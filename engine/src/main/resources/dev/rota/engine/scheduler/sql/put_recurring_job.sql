-- Notes that a schedule is a job, and how its times were told.
-- index: recurring_job_pkey
-- locks: recurring_job row
INSERT INTO rota.recurring_job (schedule, interval_type, schedule_time)
SELECT s.id, :interval_type, :schedule_time FROM rota.schedule s WHERE s.name = :name
ON CONFLICT (schedule) DO UPDATE SET interval_type = excluded.interval_type, schedule_time = excluded.schedule_time
