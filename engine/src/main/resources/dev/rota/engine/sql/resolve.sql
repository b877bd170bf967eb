-- Decides what becomes of jobs that wait for others, as those stand now. When all of them have ended well, or the job runs
-- whatever becomes of them, it is ready, or scheduled if its own time has not come; one that is held is no longer kept by them.
-- When one of them failed, was cancelled or is gone, the job is cancelled or fails, as it was asked for.
-- transition: pending -> pending, pending -> scheduled, pending -> cancelled, pending -> failed, paused -> cancelled, paused -> failed
-- index: dependency_pkey
-- locks: blocked and paused rows (held since lock_waiting)
WITH waiting AS MATERIALIZED (
  SELECT b.job, false AS held FROM rota.blocked b WHERE b.job = ANY (:jobs::bigint[])
  UNION ALL
  SELECT p.job, true FROM rota.paused p WHERE p.job = ANY (:jobs::bigint[]) AND p.waits
),
edge AS MATERIALIZED (
  SELECT w.job, d.parent, d.name, d.on_failure FROM waiting w JOIN rota.dependency d ON d.job = w.job WHERE NOT d.waived
),
parent AS MATERIALIZED (
  SELECT u.parent, p.state, p.job IS NOT NULL AS there, EXISTS (SELECT FROM rota.batch b WHERE b.alarm = u.parent) AS alarm
  FROM (SELECT DISTINCT parent FROM edge) u
  LEFT JOIN LATERAL (SELECT p.job, p.state FROM rota.prospect p WHERE p.job = u.parent LIMIT 1) p ON true
),
judged AS MATERIALIZED (
  SELECT w.job, w.held, count(*) FILTER (WHERE v.there AND v.state IS NULL) AS open,
    (array_agg(e.on_failure ORDER BY e.parent) FILTER (WHERE v.fails))[1] AS doom,
    (array_agg(v.what ORDER BY e.parent) FILTER (WHERE v.fails))[1] AS reason
  FROM waiting w
  LEFT JOIN edge e ON e.job = w.job
  LEFT JOIN parent p ON p.parent = e.parent
  CROSS JOIN LATERAL (
    SELECT p.there, p.state, e.on_failure <> 'run' AND (NOT p.there OR p.state IN ('failed', 'cancelled')) AS fails,
      CASE WHEN p.alarm THEN 'no job of batch ' || e.name || ' failed'
        ELSE 'job ' || coalesce(e.name || ' ' || e.parent, e.parent::text) || CASE WHEN NOT p.there THEN ' is gone'
          WHEN p.state = 'cancelled' THEN ' was cancelled' ELSE ' failed' END || ', and this one depends on it' END AS what) v
  GROUP BY w.job, w.held
),
freed AS (
  DELETE FROM rota.blocked b USING judged j WHERE b.job = j.job AND j.doom IS NULL AND j.open = 0 RETURNING b.*
),
now_ready AS (
  INSERT INTO rota.ready (job, since, route, attempt, lane, retries, key, uniq, schedule)
  SELECT job, rota.clock(), route, attempt, lane, retries, key, uniq, schedule FROM freed WHERE run_at <= rota.clock() ORDER BY job
),
now_delayed AS (
  INSERT INTO rota.delayed (job, run_at, route, attempt, lane, retries, key, uniq, schedule)
  SELECT job, run_at, route, attempt, lane, retries, key, uniq, schedule FROM freed WHERE run_at > rota.clock()
),
unbound AS (
  UPDATE rota.paused p SET waits = false FROM judged j WHERE p.job = j.job AND j.held AND j.doom IS NULL AND j.open = 0
),
lost AS (
  DELETE FROM rota.blocked b USING judged j WHERE b.job = j.job AND j.doom IS NOT NULL
  RETURNING b.job, b.route, b.attempt, b.retries, b.uniq, b.schedule, j.doom, j.reason
),
lost_held AS (
  DELETE FROM rota.paused b USING judged j WHERE b.job = j.job AND j.held AND j.doom IS NOT NULL
  RETURNING b.job, b.route, b.attempt, b.retries, b.uniq, b.schedule, j.doom, j.reason
),
over AS MATERIALIZED (
  SELECT o.*, CASE doom WHEN 'fail' THEN 'failed' ELSE 'cancelled' END::rota.state AS state
  FROM (SELECT * FROM lost UNION ALL SELECT * FROM lost_held) o
),
ends AS (
  INSERT INTO rota.ended (job, state, ended_at, route, attempt, retries, ended_by, reason)
  SELECT job, state, rota.clock(), route, attempt, retries, 'dependency', reason FROM over
),
unique_again AS (
  DELETE FROM rota.uniq u USING over g WHERE u.key = g.uniq AND u.job = g.job AND u.scope <> 'period'
),
told_kin AS (
  INSERT INTO rota.job_end (job, state)
  SELECT g.job, g.state FROM over g WHERE (SELECT 1 FROM rota.dependency d WHERE d.parent = g.job LIMIT 1) IS NOT NULL
    OR (SELECT 1 FROM rota.batch_job b WHERE b.job = g.job) IS NOT NULL
),
told_schedule AS (
  INSERT INTO rota.schedule_end (schedule, job, state, at)
  SELECT schedule, job, state, rota.clock() FROM over WHERE schedule IS NOT NULL
),
told_webhooks AS (
  INSERT INTO rota.webhook_note (event, job, route, schedule)
  SELECT 'job.dead', g.job, g.route, g.schedule FROM over g
  WHERE g.state = 'failed' AND (SELECT 1 FROM rota.webhook_ear e WHERE e.event = 'job.dead' LIMIT 1) IS NOT NULL AND EXISTS (
    SELECT FROM rota.route t JOIN rota.webhook_ear e ON e.event = 'job.dead' AND e.queue IN ('', t.queue)
      WHERE t.id = g.route AND t.queue <> 'rota.webhooks')
)
SELECT DISTINCT route FROM freed WHERE run_at <= rota.clock()
