-- Stores a target by hand if there is none of that kind and id.
-- index: target_kind_external_id_key
-- locks: target row
INSERT INTO rota.target AS t (id, kind, external_id, name, url, active, approved, metadata)
VALUES (nextval('rota.target_id'), :kind, :external_id, :name, :url, :active::boolean, coalesce(:approved::boolean, true), :metadata::jsonb)
ON CONFLICT (kind, external_id) DO NOTHING
RETURNING t.id
