-- Forgets what jobs were before operations whose hour is over, a bounded number at a time; an undo that still runs keeps it.
-- index: operation_undo_until
-- locks: operation_undo rows, operation rows
WITH over AS MATERIALIZED (
  SELECT o.id FROM rota.operation o
  WHERE o.undo_until <= rota.clock() AND NOT EXISTS (SELECT FROM rota.operation u WHERE u.id = o.undone_by AND u.status = 'running')
  ORDER BY o.undo_until LIMIT 100
),
next AS MATERIALIZED (
  SELECT n.operation, n.job FROM over o
  CROSS JOIN LATERAL (SELECT operation, job FROM rota.operation_undo u WHERE u.operation = o.id LIMIT :max::int) n LIMIT :max::int
),
gone AS (DELETE FROM rota.operation_undo u USING next n WHERE u.operation = n.operation AND u.job = n.job RETURNING 1),
closed AS (
  UPDATE rota.operation o SET undo_until = NULL FROM over v
  WHERE o.id = v.id AND NOT EXISTS (SELECT FROM rota.operation_undo u WHERE u.operation = o.id)
)
SELECT count(*) AS gone FROM gone
