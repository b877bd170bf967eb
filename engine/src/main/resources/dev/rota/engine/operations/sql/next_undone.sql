-- Takes the next jobs of an operation that is undone, newest first.
-- index: operation_undo_pkey
-- locks: operation_undo rows
WITH next AS MATERIALIZED (
  SELECT job FROM rota.operation_undo WHERE operation = :id::bigint AND job < :before::bigint ORDER BY job DESC LIMIT :max::int
)
DELETE FROM rota.operation_undo u USING next n WHERE u.operation = :id::bigint AND u.job = n.job
RETURNING u.job, u.at::text AS at, u.was::text AS was, u.live::text AS live
