-- Forgets a target, and writes down who did it.
-- index: target_kind_external_id_key
-- locks: target row
WITH done AS (
  DELETE FROM rota.target t WHERE t.kind = :kind AND t.external_id = :external_id
  RETURNING t.kind, t.external_id
)
INSERT INTO rota.event (type, actor, details)
SELECT 'target.deleted', :actor, jsonb_build_object('target', kind || '/' || external_id) FROM done
