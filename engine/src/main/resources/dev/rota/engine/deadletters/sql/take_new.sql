-- Takes jobs that have failed for good and are not in a group yet, oldest first, with the evidence; those that do not exist or have
-- been retried meanwhile have none.
-- index: dead_letter_new_pkey
-- locks: dead_letter_new rows (skip locked)
WITH next AS MATERIALIZED (SELECT id FROM rota.dead_letter_new ORDER BY id LIMIT :max::int FOR UPDATE SKIP LOCKED),
gone AS (DELETE FROM rota.dead_letter_new d USING next n WHERE d.id = n.id RETURNING d.id, d.job, d.at)
SELECT g.job, e.job IS NOT NULL AS failed, g.at::text AS at, e.error_type, e.error, e.stack_trace
FROM gone g
LEFT JOIN LATERAL (
  SELECT e.job, e.error_type, e.error, e.stack_trace FROM rota.execution e WHERE e.job = g.job AND e.ended = 'failed' LIMIT 1) e ON true
ORDER BY g.id
