-- Pauses a schedule, unless it is.
-- index: schedule_pkey
-- locks: schedule row
UPDATE rota.schedule SET paused_at = coalesce(paused_at, :now::timestamptz), paused_by = coalesce(paused_by, :actor),
  updated_at = :now::timestamptz
WHERE id = :id
