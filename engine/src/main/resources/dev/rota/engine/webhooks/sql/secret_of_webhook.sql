-- Tells the secret of a webhook.
-- index: webhook_name_key
-- locks: none
SELECT secret FROM rota.webhook WHERE name = :name
