-- Completes executions whose fence still holds. A pair that is not answered was fenced out. Rows are looked up by ranges of one: by an equality, a plan that
-- was made while nothing ran would read all of run for each of them.
-- While nobody has used unique keys, dependencies or batches, their tables have no page, and no job is looked up in them.
-- transition: running -> completed
-- index: run_pkey
-- locks: run rows by job
WITH report AS (
  SELECT * FROM unnest(:jobs::bigint[], :fences::bigint[], :ran_ms::bigint[], :results::text[], :counters::text[],
    :cpu_ms::bigint[], :memory_mb::int[], :metadatas::text[])
    AS u (job, fence, ran_ms, result, counters, cpu_ms, memory_mb, metadata)
),
gone AS (
  DELETE FROM rota.run r USING report p WHERE r.job BETWEEN p.job AND p.job AND r.fence = p.fence
  RETURNING r.job, r.fence, r.started_at, r.since, r.route, r.attempt, r.worker, r.retries, r.slot, r.key, r.uniq, r.schedule,
    p.ran_ms, p.result, p.counters, p.cpu_ms, p.memory_mb, p.metadata
),
recorded AS (
  INSERT INTO rota.execution (id, job, started_at, finished_at, due_at, schedule, route, attempt, worker, retries, status, ended,
    memory_peak_mb, cpu_ms, result, counters, metadata)
  SELECT fence, job, greatest(started_at, rota.clock() - ran_ms * interval '1 millisecond'), rota.clock(), since, schedule,
    route, attempt, worker, retries, 'completed', 'completed', memory_mb, cpu_ms, result::json, counters::jsonb, metadata::jsonb
  FROM gone
),
freed AS (
  DELETE FROM rota.uniq u USING gone g
  WHERE (SELECT pg_relation_size('rota.uniq') > 0) AND g.uniq IS NOT NULL AND u.key BETWEEN g.uniq AND g.uniq AND u.job = g.job AND u.scope <> 'period'
),
told_kin AS (
  INSERT INTO rota.job_end (job, state)
  SELECT g.job, 'completed' FROM gone g
  WHERE (SELECT pg_relation_size('rota.dependency') + pg_relation_size('rota.batch_job') > 0)
    AND ((SELECT 1 FROM rota.dependency d WHERE d.parent = g.job LIMIT 1) IS NOT NULL
      OR (SELECT 1 FROM rota.batch_job b WHERE b.job = g.job) IS NOT NULL)
  RETURNING job
),
told_schedule AS (
  INSERT INTO rota.schedule_end (schedule, job, state, at)
  SELECT schedule, job, 'completed', rota.clock() FROM gone WHERE schedule IS NOT NULL
),
told_webhooks AS (
  INSERT INTO rota.webhook_note (event, job, execution, route, schedule)
  SELECT 'job.completed', g.job, g.fence, g.route, g.schedule FROM gone g
  WHERE (SELECT 1 FROM rota.webhook_ear e WHERE e.event = 'job.completed' LIMIT 1) IS NOT NULL AND EXISTS (
    SELECT FROM rota.route t JOIN rota.webhook_ear e ON e.event = 'job.completed' AND e.queue IN ('', t.queue)
      WHERE t.id = g.route AND t.queue <> 'rota.webhooks')
)
SELECT fence, route, nullif(retries, 0) AS retries, key, slot, nullif((SELECT count(*) FROM told_kin) > 0, false) AS awaited, NULL::boolean AS again, NULL::bigint AS retry_ms
FROM gone
