-- Enables or disables a window and writes down who did it.
-- index: none, windows are few
-- locks: the window
WITH put AS (
  UPDATE rota.time_window SET enabled = :enabled WHERE name = :name RETURNING *
)
INSERT INTO rota.event (type, actor, queue, details)
SELECT CASE WHEN enabled THEN 'window.enabled' ELSE 'window.disabled' END, :actor, queue, jsonb_build_object('window', name) FROM put
