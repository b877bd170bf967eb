-- Pauses or resumes a queue: claims see it at once.
-- index: queue_pkey
-- locks: queue row
INSERT INTO rota.queue (name, paused, paused_at) VALUES (:name, :paused, CASE WHEN :paused THEN rota.clock() END)
ON CONFLICT (name) DO UPDATE SET paused = excluded.paused,
  paused_at = CASE WHEN excluded.paused THEN coalesce(queue.paused_at, excluded.paused_at) END
