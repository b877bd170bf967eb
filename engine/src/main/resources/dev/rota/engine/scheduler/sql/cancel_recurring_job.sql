-- Ends a recurring job, until it is retried: it has no more times.
-- index: schedule_pkey
-- locks: schedule row that the caller has locked, recurring_job row
WITH ended AS (
  UPDATE rota.recurring_job c SET cancelled_at = :now::timestamptz, cancelled_by = :actor
  WHERE c.schedule = :id
)
UPDATE rota.schedule s SET halted_at = coalesce(s.halted_at, :now::timestamptz), halted_job = NULL, paused_at = NULL, paused_by = NULL,
  next_run_at = NULL, wake_at = NULL, updated_at = :now::timestamptz
WHERE s.id = :id
