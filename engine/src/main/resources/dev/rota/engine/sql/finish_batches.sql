-- Ends batches whose jobs have all ended, and notes the first failure; leaves a note of each for the jobs that wait for it.
-- index: batch_count_batch
-- locks: batch rows (held since lock_batches)
WITH counted AS MATERIALIZED (
  SELECT c.batch, sum(c.jobs) AS jobs, sum(c.failed) AS failed, sum(c.completed + c.failed + c.cancelled) AS ended
  FROM rota.batch_count c WHERE c.batch = ANY (:batches::bigint[]) GROUP BY c.batch
),
changed AS (
  UPDATE rota.batch b SET failed_at = coalesce(b.failed_at, CASE WHEN c.failed > 0 THEN rota.clock() END),
    ended_at = CASE WHEN NOT b.open AND c.ended >= c.jobs THEN rota.clock() END
  FROM counted c
  WHERE b.id = c.batch AND b.ended_at IS NULL
    AND (b.failed_at IS NULL AND c.failed > 0 OR NOT b.open AND c.ended >= c.jobs)
  RETURNING b.id, b.alarm, b.ended_at
)
INSERT INTO rota.job_end (job, state)
SELECT id, 'completed'::rota.state FROM changed WHERE ended_at IS NOT NULL
UNION ALL
SELECT alarm, 'completed'::rota.state FROM changed
