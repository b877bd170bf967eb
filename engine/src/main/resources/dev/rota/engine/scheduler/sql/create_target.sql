-- Stores a target by hand if there is none of that kind and id, and writes down who did it.
-- index: target_kind_external_id_key
-- locks: target row
WITH done AS (
  INSERT INTO rota.target AS t (id, kind, external_id, name, url, active, approved, metadata)
  VALUES (nextval('rota.target_id'), :kind, :external_id, :name, :url, :active::boolean, coalesce(:approved::boolean, true), :metadata::jsonb)
  ON CONFLICT (kind, external_id) DO NOTHING
  RETURNING t.id, t.kind, t.external_id
),
noted AS (
  INSERT INTO rota.event (type, actor, details)
  SELECT 'target.changed', :actor, jsonb_build_object('target', kind || '/' || external_id) FROM done
)
SELECT id FROM done
