-- Lets no more notes be left for a webhook.
-- index: webhook_ear_webhook
-- locks: webhook_ear rows
DELETE FROM rota.webhook_ear WHERE webhook = :id
