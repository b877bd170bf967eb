-- Forgets the jobs for stale targets that are over, and notes with the targets which of them succeeded.
-- index: target_pkey
-- locks: stale_job rows, target rows
WITH known AS MATERIALIZED (
  SELECT s.plan, s.target, j.state, j.finished_at FROM rota.stale_job s
  CROSS JOIN LATERAL (SELECT state, finished_at FROM rota.jobs WHERE jobs.id = s.job LIMIT 1) j
),
over AS (
  DELETE FROM rota.stale_job s USING known k
  WHERE s.plan = k.plan AND s.target = k.target AND k.state IN ('completed', 'failed', 'cancelled')
  RETURNING k.target, k.state, k.finished_at
)
UPDATE rota.target t SET last_success_at = greatest(t.last_success_at, o.finished_at)
FROM (SELECT over.target, max(over.finished_at) AS finished_at FROM over WHERE over.state = 'completed' GROUP BY over.target) o
WHERE t.id = o.target
