-- Counts the jobs that have ended, run or are due later, and sums up their executions: of those that were counted before, it reads
-- the totals only.
-- index: none, jobs that are due later are read
-- locks: none
WITH first AS MATERIALIZED (SELECT coalesce(min(p.from_id), 0) AS id FROM rota.partition p WHERE p.parent = 'execution'),
tally AS MATERIALIZED (SELECT t.* FROM rota.tally t WHERE t.from_id >= (SELECT id FROM first)),
-- What was kept of partitions that are gone, the spans without numbers, and all that is newer than the last span.
uncounted AS MATERIALIZED (
  SELECT 0::bigint AS from_id, id AS to_id FROM first
  UNION ALL
  SELECT from_id, to_id FROM tally WHERE executions IS NULL
  UNION ALL
  SELECT greatest((SELECT max(to_id) FROM tally), (SELECT id FROM first)), 9223372036854775807
),
read AS (
  SELECT e.status, e.ended, e.started_at, e.finished_at
  FROM uncounted u CROSS JOIN LATERAL (
    SELECT * FROM rota.execution x WHERE x.id >= u.from_id AND x.id < u.to_id OFFSET 0) e
  UNION ALL
  SELECT e.status, e.ended, e.started_at, e.finished_at
  FROM rota.execution e WHERE e.id = ANY (ARRAY(SELECT unnest(t.open) FROM tally t WHERE t.executions IS NOT NULL))
),
total AS MATERIALIZED (
  SELECT sum(executions) AS executions, sum(completed) AS completed, sum(failed) AS failed, sum(failed_jobs) AS failed_jobs,
    sum(cancelled_jobs) AS cancelled_jobs, sum(ran_ms) AS ran_ms
  FROM (
    SELECT executions, completed, failed, failed_jobs, cancelled_jobs, ran_ms FROM tally WHERE executions IS NOT NULL
    UNION ALL
    SELECT count(*), count(*) FILTER (WHERE status = 'completed'), count(*) FILTER (WHERE status = 'failed'),
      count(*) FILTER (WHERE ended = 'failed'), count(*) FILTER (WHERE ended = 'cancelled'),
      coalesce(sum(extract(epoch FROM finished_at - started_at)) * 1000, 0)::bigint
    FROM read) s
),
running AS MATERIALIZED (SELECT count(*) AS jobs FROM rota.run),
ended AS MATERIALIZED (SELECT state, count(*) AS jobs FROM rota.ended GROUP BY state)
SELECT
  (SELECT count(*) FROM rota.delayed)
    + (SELECT count(*) FROM rota.recurring_job c JOIN rota.schedule s ON s.id = c.schedule
       WHERE s.next_run_at IS NOT NULL AND s.paused_at IS NULL AND s.halted_at IS NULL) AS scheduled,
  n.jobs AS running,
  t.completed AS completed,
  t.failed_jobs + coalesce((SELECT jobs FROM ended WHERE state = 'failed'), 0) AS failed,
  t.cancelled_jobs + coalesce((SELECT jobs FROM ended WHERE state = 'cancelled'), 0) AS cancelled,
  t.completed AS succeeded,
  t.failed AS broken,
  t.executions + n.jobs AS executions,
  (t.ran_ms / nullif(t.executions, 0))::bigint AS ran_ms,
  (SELECT recovered FROM rota.upkeep) AS recovered,
  (SELECT checked_at FROM rota.upkeep) AS checked_at,
  rota.clock() AS now
FROM total t CROSS JOIN running n
