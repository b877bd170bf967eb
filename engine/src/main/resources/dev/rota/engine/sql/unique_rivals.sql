-- Tells which of some jobs could not have their unique keys, on another route if one is given, because another job has them
-- or is to have them.
-- index: uniq_pkey
-- locks: none
WITH wanted AS MATERIALIZED (
  SELECT j.id, rota.unique_hash(t.queue, t.kind, j.unique_key) AS key
  FROM unnest(:jobs::bigint[], :routes::int[]) AS u (job, route)
  CROSS JOIN LATERAL (SELECT * FROM rota.job WHERE id = u.job OFFSET 0) j
  JOIN rota.route t ON t.id = coalesce(u.route, j.route) WHERE j.unique_key IS NOT NULL
)
SELECT w.id AS job FROM wanted w
WHERE EXISTS (SELECT FROM rota.uniq h WHERE h.key = w.key AND h.job <> w.id AND (h.expires_at IS NULL OR h.expires_at > rota.clock()))
  OR EXISTS (SELECT FROM wanted o WHERE o.key = w.key AND o.id > w.id)
