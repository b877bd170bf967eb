-- Runs failed or cancelled jobs again, with no retries used.
-- transition: failed -> pending, cancelled -> pending
-- index: execution_job
-- locks: the execution or ended rows
WITH last AS (
  UPDATE rota.execution SET ended = NULL WHERE job = ANY (:jobs::bigint[]) AND ended IN ('failed', 'cancelled') RETURNING job, attempt
),
never AS (
  DELETE FROM rota.ended WHERE job = ANY (:jobs::bigint[]) AND state IN ('failed', 'cancelled') RETURNING job, attempt
),
gone AS (
  SELECT job, max(attempt) AS attempt FROM (SELECT * FROM last UNION ALL SELECT * FROM never) e GROUP BY job
),
again AS (
  INSERT INTO rota.ready (job, since, route, attempt, lane, retries, key, uniq, schedule)
  SELECT j.id, rota.clock(), j.route, g.attempt, rota.lane(j.priority, 0), 0,
    CASE WHEN j.concurrency_key IS NOT NULL THEN rota.key_hash(t.queue, j.concurrency_key) END,
    CASE WHEN j.unique_key IS NOT NULL THEN rota.unique_hash(t.queue, t.kind, j.unique_key) END, j.schedule
  FROM gone g CROSS JOIN LATERAL (SELECT * FROM rota.job WHERE id = g.job OFFSET 0) j JOIN rota.route t ON t.id = j.route
  RETURNING job, route
),
alive AS (
  DELETE FROM rota.dead_letter d USING again a WHERE d.job = a.job
),
fresh AS (
  DELETE FROM rota.progress p USING again a WHERE p.job = a.job
)
SELECT job, route FROM again
