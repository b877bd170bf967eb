-- Cancels a job that is not running.
-- transition: pending -> cancelled, scheduled -> cancelled, paused -> cancelled
-- index: ready_job
-- locks: ready, delayed, parked, paused or blocked row
WITH a AS (DELETE FROM rota.ready WHERE job = :job RETURNING job, route, attempt, retries, uniq, schedule, CASE WHEN holds_key THEN key END AS key),
b AS (DELETE FROM rota.delayed WHERE job = :job RETURNING job, route, attempt, retries, uniq, schedule),
c AS (DELETE FROM rota.parked WHERE job = :job RETURNING job, route, attempt, retries, uniq, schedule),
d AS (DELETE FROM rota.paused WHERE job = :job RETURNING job, route, attempt, retries, uniq, schedule),
e AS (DELETE FROM rota.blocked WHERE job = :job RETURNING job, route, attempt, retries, uniq, schedule),
gone AS (
  SELECT * FROM a UNION ALL SELECT *, NULL FROM b UNION ALL SELECT *, NULL FROM c UNION ALL SELECT *, NULL FROM d
  UNION ALL SELECT *, NULL FROM e
),
over AS (
  INSERT INTO rota.ended (job, state, ended_at, route, attempt, retries, ended_by, reason)
  SELECT job, 'cancelled', rota.clock(), route, attempt, retries, :actor, :reason FROM gone
),
freed AS (
  DELETE FROM rota.uniq u USING gone g WHERE u.key = g.uniq AND u.job = g.job AND u.scope <> 'period'
),
told_kin AS (
  INSERT INTO rota.job_end (job, state)
  SELECT g.job, 'cancelled' FROM gone g WHERE ((SELECT 1 FROM rota.dependency d WHERE d.parent = g.job LIMIT 1) IS NOT NULL
    OR (SELECT 1 FROM rota.batch_job b WHERE b.job = g.job) IS NOT NULL)
),
told_schedule AS (
  INSERT INTO rota.schedule_end (schedule, job, state, at)
  SELECT schedule, job, 'cancelled', rota.clock() FROM gone WHERE schedule IS NOT NULL
)
SELECT job, key FROM gone
