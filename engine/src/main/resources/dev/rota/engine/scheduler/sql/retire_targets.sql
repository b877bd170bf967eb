-- Makes targets of a source inactive that it does not list any more, and writes down who did it.
-- index: none, the targets of a source are all looked at
-- locks: target rows
WITH done AS (
  UPDATE rota.target t SET active = false, updated_at = rota.clock()
  WHERE t.source = :source AND t.active
    AND NOT EXISTS (SELECT FROM unnest(:kinds::text[], :external_ids::text[]) AS g (kind, external_id)
      WHERE g.kind = t.kind AND g.external_id = t.external_id)
  RETURNING t.kind, t.external_id
)
INSERT INTO rota.event (type, actor, details)
SELECT 'target.deactivated', :actor, jsonb_build_object('target', kind || '/' || external_id) FROM done
