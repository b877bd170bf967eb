-- Forgets a template.
-- index: template_pkey
-- locks: template row
DELETE FROM rota.template WHERE name = :name
