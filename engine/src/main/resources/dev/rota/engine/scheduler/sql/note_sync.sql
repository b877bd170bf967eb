-- Notes that a source was read, with what it gave or why it could not be used; what is not given stays.
-- index: target_source_pkey
-- locks: target_source row
UPDATE rota.target_source s SET next_sync_at = rota.clock() + s.every, error = :error::text,
  synced_at = CASE WHEN :error::text IS NULL THEN rota.clock() ELSE s.synced_at END,
  targets = coalesce(:targets::int, s.targets),
  etag = CASE WHEN :error::text IS NULL THEN :etag::text ELSE s.etag END
WHERE s.name = :name
