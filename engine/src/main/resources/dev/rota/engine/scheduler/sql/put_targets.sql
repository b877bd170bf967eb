-- Stores targets of a source (none: by hand), new or changed, and writes down who did it; those that another source or a hand has
-- stored are left to it. What is not told about approval stays as it is.
-- index: target_kind_external_id_key
-- locks: target rows
WITH done AS (
  INSERT INTO rota.target AS t (id, kind, external_id, name, url, active, approved, metadata, source)
  SELECT coalesce(o.id, nextval('rota.target_id')), g.kind, g.external_id, g.name, g.url, g.active,
    coalesce(g.approved, o.approved, true), g.metadata::jsonb, :source::text
  FROM unnest(:kinds::text[], :external_ids::text[], :names::text[], :urls::text[], :actives::boolean[],
    :approveds::boolean[], :metadatas::text[]) AS g (kind, external_id, name, url, active, approved, metadata)
  LEFT JOIN rota.target o ON o.kind = g.kind AND o.external_id = g.external_id
  ORDER BY g.kind, g.external_id
  ON CONFLICT (kind, external_id) DO UPDATE SET name = excluded.name, url = excluded.url, active = excluded.active,
    approved = excluded.approved, metadata = excluded.metadata, source = excluded.source, updated_at = rota.clock()
  WHERE (:source::text IS NULL OR t.source = :source::text
      OR t.source IS NOT NULL AND NOT EXISTS (SELECT FROM rota.target_source s WHERE s.name = t.source))
    AND (t.name, t.url, t.active, t.approved, t.metadata, t.source)
      IS DISTINCT FROM (excluded.name, excluded.url, excluded.active, excluded.approved, excluded.metadata, excluded.source)
  RETURNING t.kind, t.external_id
)
INSERT INTO rota.event (type, actor, details)
SELECT 'target.changed', :actor, jsonb_build_object('target', kind || '/' || external_id) FROM done
