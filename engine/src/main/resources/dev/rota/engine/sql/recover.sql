-- Recovers executions that were found stalled and still are: each counts as an attempt. The job goes back to pending
-- at once, or ends when its retries are used up or somebody cancelled it, or is held in quarantine when as many
-- workers as that takes have stopped while they ran it. What was before a retry by hand counts no more. A job whose
-- lock was cleared by hand goes back in any case, and that is no evidence against it.
-- transition: running -> pending, running -> failed, running -> cancelled, running -> paused
-- index: run_pkey
-- locks: run rows by job (skip locked)
WITH stalled AS MATERIALIZED (
  SELECT r.*, j.max_retries, coalesce(w.name, 'worker ' || r.worker) AS worker_name, greatest(r.beat_at, w.beat_at) AS last_beat,
    q.recovery_boost
  FROM (
    SELECT r.* FROM unnest(:jobs::bigint[], :fences::bigint[]) AS u (job, fence)
    JOIN rota.run r ON r.job = u.job AND r.fence = u.fence
    WHERE :even_if_leased OR r.lease_until IS NULL OR r.lease_until <= rota.clock()
    ORDER BY r.job FOR UPDATE OF r SKIP LOCKED) r
  JOIN rota.job j ON j.id = r.job
  JOIN rota.route t ON t.id = r.route
  JOIN rota.queue q ON q.name = t.queue
  LEFT JOIN rota.worker w ON w.id = r.worker
),
gone AS (
  DELETE FROM rota.run r USING stalled s WHERE r.job = s.job AND r.fence = s.fence
),
earlier AS (
  SELECT s.job, count(e.id) AS times, coalesce(jsonb_agg(e.metadata -> 'stalled' ORDER BY e.id) FILTER (WHERE e.id IS NOT NULL), '[]') AS evidence
  FROM stalled s LEFT JOIN rota.execution e
    ON e.job = s.job AND e.error_type = 'stalled' AND e.metadata -> 'stalled' IS NOT NULL AND e.attempt >= s.attempt - s.retries
  GROUP BY s.job
),
judged AS MATERIALIZED (
  SELECT s.*, e.evidence || v.this AS evidence, v.this,
    CASE WHEN s.cancel THEN 'cancelled' WHEN :by_hand THEN 'pending' WHEN s.retries >= s.max_retries THEN 'failed'
      WHEN e.times + 1 >= :quarantine::int THEN 'paused' ELSE 'pending' END::rota.state AS becomes, least(s.retries + 1, s.max_retries) AS next_retries
  FROM stalled s JOIN earlier e ON e.job = s.job
  CROSS JOIN LATERAL (SELECT jsonb_build_object('worker', s.worker_name, 'last_heartbeat', s.last_beat, 'attempt', s.attempt) AS this) v
),
recorded AS (
  INSERT INTO rota.execution (id, job, started_at, finished_at, due_at, schedule, route, attempt, worker, retries, status, ended,
    error_type, error, metadata)
  SELECT fence, job, started_at, rota.clock(), since, schedule, route, attempt, worker, retries, 'failed',
    CASE WHEN becomes IN ('failed', 'cancelled') THEN becomes END, 'stalled',
    CASE becomes WHEN 'failed' THEN 'Failed after maximum retry attempts'
      WHEN 'paused' THEN 'Quarantined: its last ' || jsonb_array_length(evidence) || ' workers stopped while they ran it'
      ELSE CASE WHEN :by_hand THEN 'Released by hand' ELSE 'Recovered from stalled state' END END,
    jsonb_build_object(CASE WHEN :by_hand THEN 'released' ELSE 'stalled' END, this) || CASE WHEN becomes = 'failed' THEN jsonb_build_object('evidence', evidence) ELSE '{}' END
  FROM judged
),
back AS (
  INSERT INTO rota.ready (job, since, route, attempt, lane, retries, key, uniq, schedule)
  SELECT job, rota.clock(), route, attempt, rota.lane(least(100, rota.priority_of(lane) + recovery_boost), next_retries), next_retries,
    key, uniq, schedule
  FROM judged WHERE becomes = 'pending'
),
dead AS (
  INSERT INTO rota.dead_letter_new (job, at) SELECT job, rota.clock() FROM judged WHERE becomes = 'failed'
),
held AS (
  INSERT INTO rota.paused (job, resumes, since, route, attempt, lane, retries, key, uniq, schedule, paused_at, paused_by, reason)
  SELECT job, 'pending', rota.clock(), route, attempt, rota.lane(rota.priority_of(lane), retries + 1), retries + 1, key, uniq, schedule,
    rota.clock(), 'rota', 'Quarantined: its last ' || jsonb_array_length(evidence) || ' workers stopped while they ran it'
  FROM judged WHERE becomes = 'paused'
),
freed AS (
  DELETE FROM rota.uniq u USING judged g
  WHERE g.uniq IS NOT NULL AND g.becomes IN ('failed', 'cancelled') AND u.key = g.uniq AND u.job = g.job AND u.scope <> 'period'
),
told AS (
  INSERT INTO rota.progress (job, percent, message, at)
  SELECT job, 0, CASE becomes WHEN 'failed' THEN 'Failed after maximum retry attempts' ELSE 'Recovered from stalled state' END, rota.clock()
  FROM judged WHERE becomes <> 'cancelled'
  ON CONFLICT (job) DO UPDATE SET
    percent = CASE WHEN excluded.message LIKE 'Failed%' THEN progress.percent ELSE 0 END,
    message = excluded.message, at = excluded.at
),
noted AS (
  INSERT INTO rota.event (type, actor, job, details)
  SELECT 'job.recovered', 'rota', job, jsonb_build_object('becomes', becomes, 'stalled', this) FROM judged WHERE NOT :by_hand
),
told_kin AS (
  INSERT INTO rota.job_end (job, state)
  SELECT g.job, g.becomes FROM judged g WHERE g.becomes IN ('failed', 'cancelled') AND ((SELECT 1 FROM rota.dependency d WHERE d.parent = g.job LIMIT 1) IS NOT NULL
    OR (SELECT 1 FROM rota.batch_job b WHERE b.job = g.job) IS NOT NULL)
),
told_schedule AS (
  INSERT INTO rota.schedule_end (schedule, job, state, at)
  SELECT schedule, job, becomes, rota.clock() FROM judged WHERE schedule IS NOT NULL AND becomes IN ('failed', 'cancelled')
),
told_webhooks AS (
  INSERT INTO rota.webhook_note (event, job, execution, route, schedule)
  SELECT g.event, g.job, g.fence, g.route, g.schedule
  FROM (
    SELECT j.*, CASE WHEN becomes = 'failed' THEN 'job.dead' WHEN becomes <> 'cancelled' AND NOT :by_hand THEN 'job.recovered' END AS event
    FROM judged j) g
  WHERE (SELECT 1 FROM rota.webhook_ear LIMIT 1) IS NOT NULL AND EXISTS (
    SELECT FROM rota.route t JOIN rota.webhook_ear e ON e.event = g.event AND e.queue IN ('', t.queue)
      WHERE t.id = g.route AND t.queue <> 'rota.webhooks')
)
SELECT job, fence, key, route, slot, becomes::text AS becomes, worker_name, retries,
  (extract(epoch FROM rota.clock() - started_at) * 1000)::bigint AS held_ms
FROM judged
