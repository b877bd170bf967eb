-- Sets what is given of a target's flags and of its last success, which only moves forward, and writes down who did it.
-- index: target_kind_external_id_key
-- locks: target row
WITH done AS (
  UPDATE rota.target t SET active = coalesce(:active::boolean, t.active), approved = coalesce(:approved::boolean, t.approved),
    last_success_at = greatest(t.last_success_at, :succeeded_at::timestamptz), updated_at = rota.clock()
  WHERE t.kind = :kind AND t.external_id = :external_id
  RETURNING t.kind, t.external_id
)
INSERT INTO rota.event (type, actor, details)
SELECT CASE WHEN :active::boolean THEN 'target.activated' WHEN NOT :active::boolean THEN 'target.deactivated'
  WHEN :approved::boolean THEN 'target.approved' WHEN NOT :approved::boolean THEN 'target.disapproved' ELSE 'target.succeeded' END, :actor,
  jsonb_build_object('target', kind || '/' || external_id) FROM done
