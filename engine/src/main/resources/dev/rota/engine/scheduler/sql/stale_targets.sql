-- The targets of a plan without a success for too long (if they never had one, since they are known), with the payload of their jobs.
-- index: target_kind_external_id_key
-- locks: none
SELECT t.id, t.external_id, rota.fill(:template, t.external_id, t.name, t.url) AS payload
FROM rota.plan p
JOIN rota.target t ON t.kind = p.target_kind AND t.active AND (t.approved OR NOT p.only_approved)
WHERE p.id = :plan AND coalesce(t.last_success_at, t.created_at) <= rota.clock() - p.stale_after
ORDER BY t.external_id
