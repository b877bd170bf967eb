-- Ends executions that stopped because their job was cancelled, whose fence still holds.
-- transition: running -> cancelled
-- index: run_pkey
-- locks: run rows by job
WITH report AS (
  SELECT * FROM unnest(:jobs::bigint[], :fences::bigint[], :ran_ms::bigint[]) AS u (job, fence, ran_ms)
),
gone AS (
  DELETE FROM rota.run r USING report p WHERE r.job = p.job AND r.fence = p.fence RETURNING r.*, p.ran_ms
),
recorded AS (
  INSERT INTO rota.execution (id, job, started_at, finished_at, due_at, schedule, route, attempt, worker, retries, status, ended)
  SELECT fence, job, greatest(started_at, rota.clock() - ran_ms * interval '1 millisecond'), rota.clock(), since, schedule,
    route, attempt, worker, retries, 'cancelled', 'cancelled'
  FROM gone
),
freed AS (
  DELETE FROM rota.uniq u USING gone g WHERE g.uniq IS NOT NULL AND u.key = g.uniq AND u.job = g.job AND u.scope <> 'period'
)
SELECT job, fence, key, route, slot, false AS again FROM gone
