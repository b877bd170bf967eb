-- Gives back leases of jobs that never began, at the head of their priority and without counting an attempt; a
-- concurrency key stays theirs. A job that was cancelled meanwhile ends instead.
-- transition: running -> pending, running -> cancelled
-- index: run_pkey
-- locks: run rows by job
WITH gone AS (
  DELETE FROM rota.run r USING unnest(:jobs::bigint[], :fences::bigint[]) AS p (job, fence)
  WHERE r.job BETWEEN p.job AND p.job AND r.fence = p.fence RETURNING r.*
),
back AS (
  INSERT INTO rota.ready (job, since, route, attempt, lane, retries, holds_key, key, uniq, schedule)
  SELECT job, since, route, attempt - 1, rota.first_lane(rota.priority_of(lane)), retries, key IS NOT NULL, key, uniq, schedule
  FROM gone WHERE NOT cancel
),
over AS (
  INSERT INTO rota.ended (job, state, ended_at, route, attempt, retries, ended_by)
  SELECT job, 'cancelled', rota.clock(), route, attempt - 1, retries, 'cancel' FROM gone WHERE cancel
),
freed AS (
  DELETE FROM rota.uniq u USING gone g
  WHERE g.cancel AND g.uniq IS NOT NULL AND u.key BETWEEN g.uniq AND g.uniq AND u.job = g.job AND u.scope <> 'period'
),
told_kin AS (
  INSERT INTO rota.job_end (job, state)
  SELECT g.job, 'cancelled' FROM gone g WHERE g.cancel AND ((SELECT 1 FROM rota.dependency d WHERE d.parent = g.job LIMIT 1) IS NOT NULL
    OR (SELECT 1 FROM rota.batch_job b WHERE b.job = g.job) IS NOT NULL)
  RETURNING job
),
told_schedule AS (
  INSERT INTO rota.schedule_end (schedule, job, state, at)
  SELECT schedule, job, 'cancelled', rota.clock() FROM gone WHERE schedule IS NOT NULL AND cancel
)
SELECT fence, CASE WHEN cancel THEN key END AS key, route, retries, slot, false AS again, NULL::bigint AS retry_ms,
  (SELECT count(*) FROM told_kin) > 0 AS awaited
FROM gone
