-- Forgets the troubles of a subject, which are over.
-- index: webhook_trouble_pkey
-- locks: webhook_trouble row
DELETE FROM rota.webhook_trouble WHERE webhook = :webhook AND subject = :subject
