-- Tells the next jobs of an operation on a list of ids, newest first; the id of a batch stands for its jobs.
-- index: operation_pkey
-- locks: none
SELECT DISTINCT n.job FROM rota.operation o CROSS JOIN LATERAL unnest(o.ids) AS u (id)
CROSS JOIN LATERAL (
  SELECT u.id AS job WHERE u.id < o.next_below AND (SELECT 1 FROM rota.batch b WHERE b.id = u.id) IS NULL
  UNION ALL
  (SELECT m.job FROM rota.batch_job m WHERE m.batch = u.id AND m.job < o.next_below ORDER BY m.job DESC LIMIT :max::int)
) n
WHERE o.id = :id::bigint ORDER BY n.job DESC LIMIT :max::int
