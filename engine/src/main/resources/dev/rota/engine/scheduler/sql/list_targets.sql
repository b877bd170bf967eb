-- Lists targets by their numbers, after one of them.
-- index: none, it depends on the filter
-- locks: none
SELECT t.id, t.kind, t.external_id, t.name, t.url, t.active, t.approved, t.metadata, t.source, t.created_at, t.updated_at,
  t.last_success_at
FROM rota.target t
WHERE t.id > :after AND (:kind::text IS NULL OR t.kind = :kind::text) AND (:source::text IS NULL OR t.source = :source::text)
  AND (:active::boolean IS NULL OR t.active = :active::boolean) AND (:approved::boolean IS NULL OR t.approved = :approved::boolean)
ORDER BY t.id LIMIT :max
