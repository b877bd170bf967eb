-- Stores where targets come from and writes down who did it; a change of it is read at once.
-- index: target_source_pkey
-- locks: target_source row
WITH done AS (
  INSERT INTO rota.target_source AS s (name, target_kind, sort, location, every, allow_empty, enabled)
  VALUES (:name, :target_kind, :sort, :location, :every_ms::bigint * interval '1 millisecond', :allow_empty::boolean, :enabled::boolean)
  ON CONFLICT (name) DO UPDATE SET target_kind = excluded.target_kind, sort = excluded.sort, location = excluded.location,
    every = excluded.every, allow_empty = excluded.allow_empty, enabled = excluded.enabled, next_sync_at = rota.clock(), etag = NULL
  WHERE (s.target_kind, s.sort, s.location, s.every, s.allow_empty, s.enabled)
    IS DISTINCT FROM (excluded.target_kind, excluded.sort, excluded.location, excluded.every, excluded.allow_empty, excluded.enabled)
  RETURNING s.name
)
INSERT INTO rota.event (type, actor, details)
SELECT 'source.changed', :actor, jsonb_build_object('source', name) FROM done
