-- Runs a failed or cancelled job again, with no retries used.
-- transition: failed -> pending, cancelled -> pending
-- index: execution_job
-- locks: the execution or ended row
WITH last AS (
  UPDATE rota.execution SET ended = NULL WHERE job = :job AND ended IN ('failed', 'cancelled') RETURNING attempt
),
never AS (
  DELETE FROM rota.ended WHERE job = :job AND state IN ('failed', 'cancelled') RETURNING attempt
),
gone AS (
  SELECT max(attempt) AS attempt FROM (SELECT * FROM last UNION ALL SELECT * FROM never) e
),
again AS (
  INSERT INTO rota.ready (job, since, route, attempt, lane, retries, key, uniq, schedule)
  SELECT j.id, rota.clock(), j.route, g.attempt, rota.lane(j.priority, 0), 0,
    CASE WHEN j.concurrency_key IS NOT NULL THEN rota.key_hash(t.queue, j.concurrency_key) END,
    CASE WHEN j.unique_key IS NOT NULL THEN rota.unique_hash(t.queue, t.kind, j.unique_key) END, j.schedule
  FROM rota.job j JOIN rota.route t ON t.id = j.route, gone g WHERE j.id = :job AND g.attempt IS NOT NULL
  RETURNING job, route
),
fresh AS (
  DELETE FROM rota.progress p USING again a WHERE p.job = a.job
)
SELECT job, route FROM again
