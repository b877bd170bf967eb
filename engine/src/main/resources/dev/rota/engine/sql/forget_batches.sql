-- Forgets batches that ended before so long, with their counts.
-- index: none
-- locks: batch, batch_job and batch_count rows
WITH gone AS (
  DELETE FROM rota.batch WHERE ended_at < rota.clock() - :retention_ms::bigint * interval '1 millisecond' RETURNING id
),
members AS (DELETE FROM rota.batch_job b USING gone g WHERE b.batch = g.id)
DELETE FROM rota.batch_count c USING gone g WHERE c.batch = g.id
