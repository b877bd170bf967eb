-- Holds jobs that are not running, and remembers where they go when they are resumed. One that a window has put off is
-- judged anew then.
-- transition: pending -> paused, scheduled -> paused
-- index: ready_job
-- locks: ready, delayed, parked or blocked rows
WITH a AS (DELETE FROM rota.ready WHERE job = ANY (:jobs::bigint[]) RETURNING *),
b AS (DELETE FROM rota.delayed WHERE job = ANY (:jobs::bigint[]) RETURNING *),
c AS (DELETE FROM rota.parked WHERE job = ANY (:jobs::bigint[]) RETURNING *),
d AS (DELETE FROM rota.blocked WHERE job = ANY (:jobs::bigint[]) RETURNING *),
gone AS (
  SELECT job, 'pending'::rota.state AS resumes, since, route, attempt, lane, retries, key, uniq, schedule, CASE WHEN holds_key THEN key END AS held, false AS waits
  FROM a
  UNION ALL
  SELECT job, CASE WHEN held THEN 'pending' ELSE 'scheduled' END::rota.state, CASE WHEN held THEN rota.clock() ELSE run_at END,
    route, attempt, lane, retries, key, uniq, schedule, NULL, false FROM b
  UNION ALL
  SELECT job, 'pending', since, route, attempt, lane, retries, key, uniq, schedule, NULL, false FROM c
  UNION ALL
  SELECT job, 'pending', run_at, route, attempt, lane, retries, key, uniq, schedule, NULL, true FROM d
),
held AS (
  INSERT INTO rota.paused (job, resumes, since, route, attempt, lane, retries, key, uniq, schedule, paused_at, paused_by, reason, waits)
  SELECT job, resumes, since, route, attempt, lane, retries, key, uniq, schedule, rota.clock(), :actor, :reason, waits FROM gone
)
SELECT job, held AS key, rota.clock()::text AS at, NULL::text AS was FROM gone
