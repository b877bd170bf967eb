-- Stores a template, in the place of the one of the same name if there is one.
-- index: template_pkey
-- locks: template row
INSERT INTO rota.template AS t (name, definition, created_at, updated_at, updated_by)
VALUES (:name, :definition::json, rota.clock(), rota.clock(), :actor)
ON CONFLICT (name) DO UPDATE SET definition = excluded.definition, updated_at = excluded.updated_at, updated_by = excluded.updated_by
RETURNING t.name, t.definition, t.created_at, t.updated_at, t.updated_by
