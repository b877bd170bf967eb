-- Forgets ends that were seen to, and counts those of jobs of batches: each once, by whoever forgets it.
-- index: job_end_pkey
-- locks: job_end rows
WITH seen AS (
  DELETE FROM rota.job_end WHERE id = ANY (:ids::bigint[]) RETURNING job, was, state
)
INSERT INTO rota.batch_count (batch, completed, failed, cancelled)
SELECT b.batch,
  count(*) FILTER (WHERE s.state = 'completed') - count(*) FILTER (WHERE s.was = 'completed'),
  count(*) FILTER (WHERE s.state = 'failed') - count(*) FILTER (WHERE s.was = 'failed'),
  count(*) FILTER (WHERE s.state = 'cancelled') - count(*) FILTER (WHERE s.was = 'cancelled')
FROM seen s CROSS JOIN LATERAL (SELECT b.batch FROM rota.batch_job b WHERE b.job = s.job LIMIT 1) b
GROUP BY b.batch
RETURNING batch
