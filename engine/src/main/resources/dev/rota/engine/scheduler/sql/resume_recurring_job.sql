-- Lets a recurring job that is paused go on, from the given time if it waits for one.
-- index: schedule_pkey
-- locks: schedule row that the caller has locked
UPDATE rota.schedule s SET paused_at = NULL, paused_by = NULL, updated_at = rota.clock(),
  next_run_at = CASE WHEN :waits AND s.halted_at IS NULL THEN :next_run_at::timestamptz ELSE s.next_run_at END,
  wake_at = CASE WHEN :waits AND s.halted_at IS NULL THEN :next_run_at::timestamptz ELSE s.wake_at END
WHERE s.id = :id
