-- Tells the next jobs of an operation on a list of ids, newest first.
-- index: operation_pkey
-- locks: none
SELECT u.job FROM rota.operation o CROSS JOIN LATERAL unnest(o.ids) AS u (job)
WHERE o.id = :id::bigint AND u.job < o.next_below ORDER BY u.job DESC LIMIT :max::int
