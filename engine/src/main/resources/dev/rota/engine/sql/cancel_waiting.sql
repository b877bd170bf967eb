-- Cancels a job that is not running.
-- transition: pending -> cancelled, scheduled -> cancelled, paused -> cancelled
-- index: ready_job
-- locks: ready, delayed, parked or paused row
WITH a AS (DELETE FROM rota.ready WHERE job = :job RETURNING job, route, attempt, retries, uniq, schedule, CASE WHEN holds_key THEN key END AS key),
b AS (DELETE FROM rota.delayed WHERE job = :job RETURNING job, route, attempt, retries, uniq, schedule),
c AS (DELETE FROM rota.parked WHERE job = :job RETURNING job, route, attempt, retries, uniq, schedule),
d AS (DELETE FROM rota.paused WHERE job = :job RETURNING job, route, attempt, retries, uniq, schedule),
gone AS (
  SELECT * FROM a UNION ALL SELECT *, NULL FROM b UNION ALL SELECT *, NULL FROM c UNION ALL SELECT *, NULL FROM d
),
over AS (
  INSERT INTO rota.ended (job, state, ended_at, route, attempt, retries, ended_by, reason)
  SELECT job, 'cancelled', rota.clock(), route, attempt, retries, :actor, :reason FROM gone
),
freed AS (
  DELETE FROM rota.uniq u USING gone g WHERE u.key = g.uniq AND u.job = g.job AND u.scope <> 'period'
),
told_schedule AS (
  INSERT INTO rota.schedule_end (schedule, job, state, at)
  SELECT schedule, job, 'cancelled', rota.clock() FROM gone WHERE schedule IS NOT NULL
)
SELECT job, key FROM gone
