-- Moves schedules on along their timetables and counts their runs.
-- index: schedule_pkey
-- locks: schedule rows that the caller has locked
UPDATE rota.schedule s SET next_run_at = u.next_run_at, wake_at = u.wake_at, noted_to = greatest(s.noted_to, u.noted_to), runs = s.runs + u.runs,
  last_run_at = CASE WHEN u.runs > 0 THEN :now::timestamptz ELSE s.last_run_at END, last_job = coalesce(u.last_job, s.last_job)
FROM unnest(:ids::bigint[], :next_run_ats::timestamptz[], :wake_ats::timestamptz[], :noted_tos::timestamptz[], :runs::int[], :last_jobs::bigint[])
  AS u (id, next_run_at, wake_at, noted_to, runs, last_job)
WHERE s.id = u.id
