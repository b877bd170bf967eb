-- Fails executions whose fence still holds: the job is tried again while retries are left and nobody cancelled it,
-- after the wait that the report asks for (ten years at the most) or else the job's or its queue's policy; otherwise
-- it ends.
-- transition: running -> scheduled, running -> pending, running -> failed, running -> cancelled
-- index: run_pkey
-- locks: run rows by job
WITH report AS (
  SELECT * FROM unnest(:jobs::bigint[], :fences::bigint[], :ran_ms::bigint[], :error_types::text[], :errors::text[],
    :stack_traces::text[], :choices::text[], :retry_ats::timestamptz[], :retry_afters_ms::bigint[], :counters::text[],
    :cpu_ms::bigint[], :memory_mb::int[], :metadatas::text[])
    AS u (job, fence, ran_ms, error_type, error, stack_trace, choice, retry_at, retry_after_ms, counters, cpu_ms, memory_mb, metadata)
),
gone AS (
  DELETE FROM rota.run r USING report p WHERE r.job BETWEEN p.job AND p.job AND r.fence = p.fence
  RETURNING r.*, p.ran_ms, p.error_type, p.error, p.stack_trace, p.choice, p.retry_at, p.retry_after_ms, p.counters,
    p.cpu_ms, p.memory_mb, p.metadata
),
judged AS MATERIALIZED (
  SELECT g.*, g.choice <> 'never' AND NOT g.cancel AND g.retries < j.max_retries AS again,
    CASE g.choice
      WHEN 'at' THEN least(g.retry_at, rota.clock() + interval '3650 days')
      WHEN 'after' THEN rota.clock() + g.retry_after_ms * interval '1 millisecond'
      ELSE rota.clock() + rota.backoff(coalesce(j.retry, q.retry), g.retries)
    END AS run_at
  FROM gone g
  CROSS JOIN LATERAL (SELECT j.max_retries, j.retry FROM rota.job j WHERE j.id = g.job OFFSET 0) j
  JOIN rota.route t ON t.id = g.route
  JOIN rota.queue q ON q.name = t.queue
),
recorded AS (
  INSERT INTO rota.execution (id, job, started_at, finished_at, due_at, schedule, route, attempt, worker, retries, status, ended,
    memory_peak_mb, cpu_ms, error_type, error, stack_trace, counters, metadata)
  SELECT fence, job, greatest(started_at, rota.clock() - ran_ms * interval '1 millisecond'), rota.clock(), since, schedule,
    route, attempt, worker, retries, 'failed',
    CASE WHEN again THEN NULL WHEN cancel THEN 'cancelled' ELSE 'failed' END::rota.state,
    memory_mb, cpu_ms, error_type, error, stack_trace, counters::jsonb, metadata::jsonb
  FROM judged
),
later AS (
  INSERT INTO rota.delayed (job, run_at, route, attempt, lane, retries, key, uniq, schedule)
  SELECT job, run_at, route, attempt, rota.lane(rota.priority_of(lane), retries + 1), retries + 1, key, uniq, schedule
  FROM judged WHERE again AND run_at > rota.clock()
),
at_once AS (
  INSERT INTO rota.ready (job, since, route, attempt, lane, retries, key, uniq, schedule)
  SELECT job, rota.clock(), route, attempt, rota.lane(rota.priority_of(lane), retries + 1), retries + 1, key, uniq, schedule
  FROM judged WHERE again AND run_at <= rota.clock()
),
freed AS (
  DELETE FROM rota.uniq u USING judged g
  WHERE g.uniq IS NOT NULL AND NOT g.again AND u.key BETWEEN g.uniq AND g.uniq AND u.job = g.job AND u.scope <> 'period'
),
dead AS (
  INSERT INTO rota.dead_letter_new (job, at) SELECT job, rota.clock() FROM judged WHERE NOT again AND NOT cancel
),
told_kin AS (
  INSERT INTO rota.job_end (job, state)
  SELECT g.job, CASE WHEN g.cancel THEN 'cancelled' ELSE 'failed' END::rota.state FROM judged g WHERE NOT g.again AND ((SELECT 1 FROM rota.dependency d WHERE d.parent = g.job LIMIT 1) IS NOT NULL
    OR (SELECT 1 FROM rota.batch_job b WHERE b.job = g.job) IS NOT NULL)
  RETURNING job
),
told_schedule AS (
  INSERT INTO rota.schedule_end (schedule, job, state, at)
  SELECT schedule, job, CASE WHEN cancel THEN 'cancelled' ELSE 'failed' END::rota.state, rota.clock() FROM judged WHERE schedule IS NOT NULL AND NOT again
),
told_webhooks AS (
  INSERT INTO rota.webhook_note (event, job, execution, route, schedule)
  SELECT g.event, g.job, g.fence, g.route, g.schedule
  FROM (SELECT j.*, CASE WHEN again THEN 'job.failed' WHEN NOT cancel THEN 'job.dead' END AS event FROM judged j) g
  WHERE (SELECT 1 FROM rota.webhook_ear LIMIT 1) IS NOT NULL AND EXISTS (
    SELECT FROM rota.route t JOIN rota.webhook_ear e ON e.event = g.event AND e.queue IN ('', t.queue)
      WHERE t.id = g.route AND t.queue <> 'rota.webhooks')
)
SELECT fence, key, route, retries, slot, again,
  CASE WHEN again THEN (extract(epoch FROM greatest(run_at - rota.clock(), interval '0')) * 1000)::bigint END AS retry_ms,
  (SELECT count(*) FROM told_kin) > 0 AS awaited
FROM judged
