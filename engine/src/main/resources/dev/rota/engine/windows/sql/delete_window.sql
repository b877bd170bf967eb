-- Deletes a window and writes down who did it.
-- index: none, windows are few
-- locks: the window
WITH gone AS (
  DELETE FROM rota.time_window WHERE name = :name RETURNING *
)
INSERT INTO rota.event (type, actor, queue, details)
SELECT 'window.deleted', :actor, queue, jsonb_build_object('window', name) FROM gone
