-- Ends executions that stopped because their job was cancelled, whose fence still holds.
-- transition: running -> cancelled
-- index: run_pkey
-- locks: run rows by job
WITH report AS (
  SELECT * FROM unnest(:jobs::bigint[], :fences::bigint[], :ran_ms::bigint[], :counters::text[], :cpu_ms::bigint[],
    :memory_mb::int[], :metadatas::text[]) AS u (job, fence, ran_ms, counters, cpu_ms, memory_mb, metadata)
),
gone AS (
  DELETE FROM rota.run r USING report p WHERE r.job BETWEEN p.job AND p.job AND r.fence = p.fence
  RETURNING r.*, p.ran_ms, p.counters, p.cpu_ms, p.memory_mb, p.metadata
),
recorded AS (
  INSERT INTO rota.execution (id, job, started_at, finished_at, due_at, schedule, route, attempt, worker, retries, status, ended,
    memory_peak_mb, cpu_ms, counters, metadata)
  SELECT fence, job, greatest(started_at, rota.clock() - ran_ms * interval '1 millisecond'), rota.clock(), since, schedule,
    route, attempt, worker, retries, 'cancelled', 'cancelled', memory_mb, cpu_ms, counters::jsonb, metadata::jsonb
  FROM gone
),
freed AS (
  DELETE FROM rota.uniq u USING gone g WHERE g.uniq IS NOT NULL AND u.key BETWEEN g.uniq AND g.uniq AND u.job = g.job AND u.scope <> 'period'
),
told_kin AS (
  INSERT INTO rota.job_end (job, state)
  SELECT g.job, 'cancelled' FROM gone g WHERE ((SELECT 1 FROM rota.dependency d WHERE d.parent = g.job LIMIT 1) IS NOT NULL
    OR (SELECT 1 FROM rota.batch_job b WHERE b.job = g.job) IS NOT NULL)
  RETURNING job
),
told_schedule AS (
  INSERT INTO rota.schedule_end (schedule, job, state, at)
  SELECT schedule, job, 'cancelled', rota.clock() FROM gone WHERE schedule IS NOT NULL
)
SELECT fence, key, route, retries, slot, false AS again, NULL::bigint AS retry_ms,
  (SELECT count(*) FROM told_kin) > 0 AS awaited
FROM gone
