-- Tells every window, or one; those that fade only if asked to.
-- index: none
-- locks: none
SELECT id, name, created_at, created_by, sort, policy, trigger, (extract(epoch FROM duration) * 1000)::bigint AS duration_ms,
  time_zone, starts_at, ends_at, (extract(epoch FROM spread) * 1000)::bigint AS spread_ms, enabled, queue, kind, tag, target
FROM rota.time_window WHERE (:name::text IS NULL OR name = :name) AND (NOT fading OR :fading) ORDER BY name
