-- Leaves a note of an alert that was raised or cleared, if somebody listens.
-- index: none
-- locks: none
INSERT INTO rota.webhook_note (event, details)
SELECT :event::text, :details::jsonb WHERE EXISTS (SELECT FROM rota.webhook_ear e WHERE e.event = :event)
