-- Tells all templates, by name.
-- index: none
-- locks: none
SELECT name, definition, created_at, updated_at, updated_by FROM rota.template ORDER BY name
