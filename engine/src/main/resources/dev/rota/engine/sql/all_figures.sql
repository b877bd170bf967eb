-- Counts all jobs by state, and sums up their executions. It reads all live jobs and all executions that are kept.
-- index: none
-- locks: none
WITH ended AS MATERIALIZED (SELECT state, count(*) AS jobs FROM rota.ended GROUP BY state)
SELECT
  (SELECT count(*) FROM rota.ready) + (SELECT count(*) FROM rota.parked) AS pending,
  (SELECT count(*) FROM rota.delayed)
    + (SELECT count(*) FROM rota.recurring_job c JOIN rota.schedule s ON s.id = c.schedule
       WHERE s.next_run_at IS NOT NULL AND s.paused_at IS NULL AND s.halted_at IS NULL) AS scheduled,
  (SELECT count(*) FROM rota.run) AS running,
  (SELECT count(*) FROM rota.paused) AS paused,
  count(*) FILTER (WHERE ended = 'completed') AS completed,
  count(*) FILTER (WHERE ended = 'failed') + coalesce((SELECT jobs FROM ended WHERE state = 'failed'), 0) AS failed,
  count(*) FILTER (WHERE ended = 'cancelled') + coalesce((SELECT jobs FROM ended WHERE state = 'cancelled'), 0) AS cancelled,
  count(*) FILTER (WHERE status = 'completed') AS succeeded,
  count(*) FILTER (WHERE status = 'failed') AS broken,
  count(*) + (SELECT count(*) FROM rota.run) AS executions,
  (avg(extract(epoch FROM finished_at - started_at)) * 1000)::bigint AS ran_ms,
  (SELECT recovered FROM rota.upkeep) AS recovered,
  (SELECT checked_at FROM rota.upkeep) AS checked_at,
  rota.clock() AS now
FROM rota.execution
