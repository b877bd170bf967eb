-- Tells one target by its number.
-- index: target_pkey
-- locks: none
SELECT t.id, t.kind, t.external_id, t.name, t.url, t.active, t.approved, t.metadata, t.source, t.created_at, t.updated_at,
  t.last_success_at
FROM rota.target t WHERE t.id = :id
