-- Tells one template.
-- index: template_pkey
-- locks: none
SELECT name, definition, created_at, updated_at, updated_by FROM rota.template WHERE name = :name
