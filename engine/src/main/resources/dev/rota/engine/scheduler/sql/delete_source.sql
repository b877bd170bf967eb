-- Forgets where targets came from and writes down who did it; they stay.
-- index: target_source_pkey
-- locks: target_source row
WITH done AS (
  DELETE FROM rota.target_source s WHERE s.name = :name
  RETURNING s.name
)
INSERT INTO rota.event (type, actor, details)
SELECT 'source.deleted', :actor, jsonb_build_object('source', name) FROM done
