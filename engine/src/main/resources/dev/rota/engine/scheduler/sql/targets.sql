-- Targets: of one kind or of all, one of them or all.
-- index: target_kind_external_id_key
-- locks: none
SELECT t.id, t.kind, t.external_id, t.name, t.url, t.active, t.approved, t.metadata, t.source, t.created_at, t.updated_at,
  t.last_success_at
FROM rota.target t
WHERE t.kind = :kind AND (:external_id::text IS NULL OR t.external_id = :external_id::text)
ORDER BY t.external_id
