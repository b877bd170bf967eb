-- Forgets a webhook and its deliveries.
-- index: webhook_name_key
-- locks: webhook row
DELETE FROM rota.webhook WHERE name = :name
