-- Runs failed or cancelled jobs again, with no retries used. They wait for those of their parents that can still end, and no
-- more for the others, whatever became of them.
-- transition: failed -> pending, cancelled -> pending
-- index: execution_job
-- locks: the execution or ended rows, then their dependencies
WITH last AS (
  UPDATE rota.execution SET ended = NULL WHERE job = ANY (:jobs::bigint[]) AND ended IN ('failed', 'cancelled') RETURNING job, attempt
),
never AS (
  DELETE FROM rota.ended WHERE job = ANY (:jobs::bigint[]) AND state IN ('failed', 'cancelled') RETURNING job, attempt
),
gone AS (
  SELECT job, max(attempt) AS attempt FROM (SELECT * FROM last UNION ALL SELECT * FROM never) e GROUP BY job
),
settled AS (
  UPDATE rota.dependency d SET waived = true FROM gone g
  WHERE d.job = g.job AND (SELECT 1 FROM rota.prospect p WHERE p.job = d.parent AND p.state IS NULL LIMIT 1) IS NULL
),
back AS MATERIALIZED (
  SELECT j.id AS job, j.route, g.attempt, rota.lane(j.priority, 0) AS lane, j.schedule,
    CASE WHEN j.concurrency_key IS NOT NULL THEN rota.key_hash(t.queue, j.concurrency_key) END AS key,
    CASE WHEN j.unique_key IS NOT NULL THEN rota.unique_hash(t.queue, t.kind, j.unique_key) END AS uniq,
    EXISTS (SELECT FROM rota.dependency d WHERE d.job = g.job AND NOT d.waived
      AND (SELECT 1 FROM rota.prospect p WHERE p.job = d.parent AND p.state IS NULL LIMIT 1) IS NOT NULL) AS waits
  FROM gone g CROSS JOIN LATERAL (SELECT * FROM rota.job WHERE id = g.job OFFSET 0) j JOIN rota.route t ON t.id = j.route
),
again AS (
  INSERT INTO rota.ready (job, since, route, attempt, lane, retries, key, uniq, schedule)
  SELECT job, rota.clock(), route, attempt, lane, 0, key, uniq, schedule FROM back WHERE NOT waits
),
blocked_again AS (
  INSERT INTO rota.blocked (job, since, run_at, route, attempt, lane, retries, key, uniq, schedule)
  SELECT job, rota.clock(), rota.clock(), route, attempt, lane, 0, key, uniq, schedule FROM back WHERE waits
),
told_kin AS (
  INSERT INTO rota.job_end (job, was, state)
  SELECT g.job, (SELECT p.state FROM rota.prospect p WHERE p.job = g.job LIMIT 1), 'pending' FROM back g
  WHERE (SELECT 1 FROM rota.dependency d WHERE d.parent = g.job LIMIT 1) IS NOT NULL
    OR (SELECT 1 FROM rota.batch_job b WHERE b.job = g.job) IS NOT NULL
),
alive AS (
  DELETE FROM rota.dead_letter d USING back a WHERE d.job = a.job
),
fresh AS (
  DELETE FROM rota.progress p USING back a WHERE p.job = a.job
)
SELECT job, route FROM back
