-- Finds jobs that wait for any of these, and those that are held while they do. They are compared as pairs, which only the
-- index by parents can do.
-- index: dependency_parent
-- locks: none
SELECT DISTINCT c.job FROM unnest(:parents::bigint[]) AS u (parent)
CROSS JOIN LATERAL (
  SELECT d.job FROM rota.dependency d
  WHERE d.parent = u.parent AND (d.parent, d.job) > (u.parent, :after::bigint)
    AND ((SELECT 1 FROM rota.blocked b WHERE b.job = d.job) IS NOT NULL
      OR (SELECT 1 FROM rota.paused p WHERE p.job = d.job AND p.waits) IS NOT NULL)
  ORDER BY d.parent, d.job LIMIT :max) c
ORDER BY c.job LIMIT :max
