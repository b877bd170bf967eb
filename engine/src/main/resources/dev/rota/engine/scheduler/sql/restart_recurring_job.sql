-- Lets a recurring job that was cancelled, or whose failed run is no longer known, go on.
-- index: schedule_pkey
-- locks: schedule row that the caller has locked, recurring_job row
WITH again AS (
  UPDATE rota.recurring_job c SET cancelled_at = NULL, cancelled_by = NULL WHERE c.schedule = :id
)
UPDATE rota.schedule s SET halted_at = NULL, halted_job = NULL, updated_at = :now::timestamptz WHERE s.id = :id
