-- Tells the id of the newest event, or zero, and the time.
-- index: event_pkey
-- locks: none
SELECT coalesce((SELECT e.id FROM rota.event e ORDER BY e.id DESC LIMIT 1), 0) AS id, rota.clock() AS now
