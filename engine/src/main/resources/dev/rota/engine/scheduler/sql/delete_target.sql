-- Forgets a target.
-- index: target_kind_external_id_key
-- locks: target row
DELETE FROM rota.target t WHERE t.kind = :kind AND t.external_id = :external_id
