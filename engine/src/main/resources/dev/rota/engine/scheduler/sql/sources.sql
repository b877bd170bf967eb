-- Where targets come from, and when each was read: one of them, those that are due, or all.
-- index: none, there are few
-- locks: none
SELECT s.name, s.target_kind, s.sort, s.location, s.every, s.allow_empty,
  s.enabled, s.next_sync_at, s.synced_at, s.targets, s.etag, s.error
FROM rota.target_source s
WHERE (:name::text IS NULL OR s.name = :name::text) AND (NOT :due::boolean OR s.enabled AND s.next_sync_at <= rota.clock())
ORDER BY s.name
