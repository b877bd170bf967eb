-- Counts the executions of one job.
-- index: execution_job
-- locks: none
SELECT count(*) AS executions, count(*) FILTER (WHERE status = 'completed') AS completed, count(*) FILTER (WHERE status = 'failed') AS failed,
  avg(duration_ms)::bigint AS average_ms, max(started_at) AS last_started_at
FROM rota.executions WHERE job = :job
