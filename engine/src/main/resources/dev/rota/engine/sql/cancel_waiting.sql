-- Cancels jobs that are not running, and tells where they were, so that they can be brought back.
-- transition: pending -> cancelled, scheduled -> cancelled, paused -> cancelled
-- index: ready_job
-- locks: ready, delayed, parked, paused or blocked rows
WITH a AS (DELETE FROM rota.ready WHERE job = ANY (:jobs::bigint[]) RETURNING *),
b AS (DELETE FROM rota.delayed WHERE job = ANY (:jobs::bigint[]) RETURNING *),
c AS (DELETE FROM rota.parked WHERE job = ANY (:jobs::bigint[]) RETURNING *),
d AS (DELETE FROM rota.paused WHERE job = ANY (:jobs::bigint[]) RETURNING *),
e AS (DELETE FROM rota.blocked WHERE job = ANY (:jobs::bigint[]) RETURNING *),
gone AS (
  SELECT job, route, attempt, retries, uniq, schedule, CASE WHEN holds_key THEN key END AS key, 'ready' AS place, to_json(a) AS was FROM a
  UNION ALL SELECT job, route, attempt, retries, uniq, schedule, NULL, 'delayed', to_json(b) FROM b
  UNION ALL SELECT job, route, attempt, retries, uniq, schedule, NULL, 'parked', to_json(c) FROM c
  UNION ALL SELECT job, route, attempt, retries, uniq, schedule, NULL, 'paused', to_json(d) FROM d
  UNION ALL SELECT job, route, attempt, retries, uniq, schedule, NULL, 'blocked', to_json(e) FROM e
),
over AS (
  INSERT INTO rota.ended (job, state, ended_at, route, attempt, retries, ended_by, reason)
  SELECT job, 'cancelled', rota.clock(), route, attempt, retries, :actor, :reason FROM gone
),
freed AS (
  DELETE FROM rota.uniq u USING gone g WHERE u.key = g.uniq AND u.job = g.job AND u.scope <> 'period' RETURNING u.job, u.scope
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
SELECT g.job, g.key, rota.clock()::text AS at, json_build_object('place', g.place, 'row', g.was, 'scope', f.scope)::text AS was
FROM gone g LEFT JOIN freed f ON f.job = g.job
