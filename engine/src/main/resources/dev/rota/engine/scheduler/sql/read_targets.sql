-- Reads targets from JSON text: an array, or an object whose member "targets" is one; its elements are objects, or names.
-- index: none
-- locks: none
SELECT e.place, e.item ->> 'kind' AS kind, jsonb_typeof(e.item) AS sort,
  CASE jsonb_typeof(e.item) WHEN 'string' THEN e.item #>> '{}' ELSE coalesce(e.item ->> 'external_id', e.item ->> 'id') END AS external_id,
  e.item ->> 'name' AS name, e.item ->> 'url' AS url, e.item ->> 'active' AS active, e.item ->> 'approved' AS approved,
  coalesce(e.item -> 'metadata', '{}') AS metadata
FROM (SELECT :json::jsonb AS json) given,
  jsonb_array_elements(CASE jsonb_typeof(given.json) WHEN 'array' THEN given.json
    ELSE CASE jsonb_typeof(given.json -> 'targets') WHEN 'array' THEN given.json -> 'targets' END END)
  WITH ORDINALITY AS e (item, place)
ORDER BY e.place
