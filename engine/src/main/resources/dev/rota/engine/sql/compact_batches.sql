-- Makes one of the many counts of a batch.
-- index: none, the counts of all batches are looked at
-- locks: batch_count rows
WITH many AS MATERIALIZED (
  SELECT batch FROM rota.batch_count GROUP BY batch HAVING count(*) > :most::int
),
gone AS (
  DELETE FROM rota.batch_count c USING many m WHERE c.batch = m.batch RETURNING c.*
)
INSERT INTO rota.batch_count (batch, jobs, completed, failed, cancelled)
SELECT batch, sum(jobs), sum(completed), sum(failed), sum(cancelled) FROM gone GROUP BY batch
