-- Lets a paused or halted schedule go on: with the first of its times that still waits, if one does.
-- index: schedule_pkey
-- locks: schedule row
UPDATE rota.schedule s SET paused_at = NULL, paused_by = NULL, halted_at = NULL, halted_job = NULL, updated_at = :now::timestamptz,
  next_run_at = least(s.next_run_at, w.planned_at), wake_at = CASE WHEN w.planned_at IS NULL THEN s.wake_at ELSE :now::timestamptz END
FROM (SELECT min(o.planned_at) AS planned_at FROM rota.occurrence o WHERE o.schedule = :id AND o.fate = 'deferred') w
WHERE s.id = :id
