-- Keeps what a webhook knows of the troubles of a subject.
-- index: webhook_trouble_pkey
-- locks: webhook_trouble row
INSERT INTO rota.webhook_trouble (webhook, subject, events) VALUES (:webhook, :subject, :events)
ON CONFLICT (webhook, subject) DO UPDATE SET events = excluded.events
