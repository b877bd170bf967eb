-- The kinds of targets that there are.
-- index: target_kind_external_id_key
-- locks: none
SELECT DISTINCT t.kind FROM rota.target t ORDER BY t.kind
