-- Pauses a webhook that is not paused, or lets one go on that is.
-- index: webhook_name_key
-- locks: webhook row
UPDATE rota.webhook SET paused_at = CASE WHEN :pause THEN rota.clock() END, paused_by = CASE WHEN :pause THEN :actor END,
  paused_reason = CASE WHEN :pause THEN :reason END, updated_at = rota.clock()
WHERE name = :name AND (paused_at IS NULL) = :pause
RETURNING id
