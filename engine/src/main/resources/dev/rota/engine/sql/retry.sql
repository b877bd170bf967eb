-- Runs a failed or cancelled job again, with no retries used. It waits for those of its parents that can still end, and no
-- more for the others, whatever became of them.
-- transition: failed -> pending, cancelled -> pending
-- index: execution_job
-- locks: the execution or ended row, then its dependencies
WITH before AS MATERIALIZED (
  SELECT p.state FROM rota.prospect p WHERE p.job = :job LIMIT 1
),
last AS (
  UPDATE rota.execution SET ended = NULL WHERE job = :job AND ended IN ('failed', 'cancelled') RETURNING attempt
),
never AS (
  DELETE FROM rota.ended WHERE job = :job AND state IN ('failed', 'cancelled') RETURNING attempt
),
gone AS (
  SELECT max(attempt) AS attempt FROM (SELECT * FROM last UNION ALL SELECT * FROM never) e
),
settled AS (
  UPDATE rota.dependency d SET waived = true
  WHERE d.job = :job AND (SELECT 1 FROM rota.prospect p WHERE p.job = d.parent AND p.state IS NULL LIMIT 1) IS NULL
    AND (SELECT attempt FROM gone) IS NOT NULL
),
back AS MATERIALIZED (
  SELECT j.id AS job, j.route, g.attempt, rota.lane(j.priority, 0) AS lane, j.schedule,
    CASE WHEN j.concurrency_key IS NOT NULL THEN rota.key_hash(t.queue, j.concurrency_key) END AS key,
    CASE WHEN j.unique_key IS NOT NULL THEN rota.unique_hash(t.queue, t.kind, j.unique_key) END AS uniq,
    EXISTS (SELECT FROM rota.dependency d WHERE d.job = :job AND NOT d.waived
      AND (SELECT 1 FROM rota.prospect p WHERE p.job = d.parent AND p.state IS NULL LIMIT 1) IS NOT NULL) AS waits
  FROM rota.job j JOIN rota.route t ON t.id = j.route, gone g WHERE j.id = :job AND g.attempt IS NOT NULL
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
  SELECT g.job, (SELECT state FROM before), 'pending' FROM back g
  WHERE (SELECT 1 FROM rota.dependency d WHERE d.parent = g.job LIMIT 1) IS NOT NULL
    OR (SELECT 1 FROM rota.batch_job b WHERE b.job = g.job) IS NOT NULL
),
fresh AS (
  DELETE FROM rota.progress p USING back a WHERE p.job = a.job
)
SELECT job, route FROM back
