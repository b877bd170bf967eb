-- Sets what is given of a target's flags and of its last success, which only moves forward.
-- index: target_kind_external_id_key
-- locks: target row
UPDATE rota.target t SET active = coalesce(:active::boolean, t.active), approved = coalesce(:approved::boolean, t.approved),
  last_success_at = greatest(t.last_success_at, :succeeded_at::timestamptz), updated_at = rota.clock()
WHERE t.kind = :kind AND t.external_id = :external_id
