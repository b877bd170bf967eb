-- Lets jobs wait again that ended only because of those they depend on, now that one of these is alive again. One whose
-- unique key another has taken meanwhile stays as it is.
-- transition: failed -> pending, cancelled -> pending
-- index: dependency_parent
-- locks: ended rows by job, uniq rows
WITH over AS MATERIALIZED (
  SELECT x.job, x.attempt, x.state FROM rota.ended x
  WHERE x.job = ANY (ARRAY(
      SELECT d.job FROM rota.dependency d WHERE d.parent = ANY (:parents::bigint[]) AND NOT d.waived ORDER BY d.job))
    AND x.ended_by = 'dependency'
  ORDER BY x.job FOR UPDATE
),
wanted AS MATERIALIZED (
  SELECT o.job, o.attempt, o.state, j.route, rota.lane(j.priority, 0) AS lane, j.schedule, t.queue, t.kind, j.unique_key,
    CASE WHEN j.concurrency_key IS NOT NULL THEN rota.key_hash(t.queue, j.concurrency_key) END AS key,
    CASE WHEN j.unique_key IS NOT NULL THEN rota.unique_hash(t.queue, t.kind, j.unique_key) END AS uniq
  FROM over o JOIN rota.job j ON j.id = o.job JOIN rota.route t ON t.id = j.route
),
reserved AS (
  INSERT INTO rota.uniq (key, job, scope) SELECT uniq, job, 'live' FROM wanted WHERE uniq IS NOT NULL ORDER BY uniq
  ON CONFLICT (key) DO NOTHING RETURNING job
),
back AS MATERIALIZED (
  SELECT * FROM wanted WHERE uniq IS NULL OR job IN (SELECT job FROM reserved)
),
gone AS (
  DELETE FROM rota.ended x USING back b WHERE x.job = b.job
),
waiting AS (
  INSERT INTO rota.blocked (job, since, run_at, route, attempt, lane, retries, key, uniq, schedule)
  SELECT job, rota.clock(), rota.clock(), route, attempt, lane, 0, key, uniq, schedule FROM back
),
told_kin AS (
  INSERT INTO rota.job_end (job, was, state)
  SELECT g.job, g.state, 'pending' FROM back g WHERE (SELECT 1 FROM rota.dependency d WHERE d.parent = g.job LIMIT 1) IS NOT NULL
    OR (SELECT 1 FROM rota.batch_job b WHERE b.job = g.job) IS NOT NULL
)
SELECT count(*) AS jobs FROM back
