-- Tells the targets of a kind that are called so.
-- index: target_kind_external_id_key
-- locks: none
SELECT t.id, t.kind, t.external_id, t.name, t.url, t.active, t.approved, t.metadata, t.source, t.created_at, t.updated_at,
  t.last_success_at
FROM rota.target t WHERE t.kind = :kind AND t.external_id = ANY (:external_ids::text[])
