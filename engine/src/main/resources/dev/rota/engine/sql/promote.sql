-- Moves jobs whose time has come from delayed to ready, oldest due first.
-- transition: scheduled -> pending
-- index: delayed_run_at
-- locks: delayed rows (skip locked)
WITH due AS MATERIALIZED (
  SELECT d.* FROM rota.delayed d
  WHERE d.run_at >= :floor::timestamptz AND d.run_at <= rota.clock()
  ORDER BY d.run_at LIMIT :max
  FOR UPDATE OF d SKIP LOCKED
),
removed AS (
  DELETE FROM rota.delayed d USING due WHERE d.job BETWEEN due.job AND due.job
),
promoted AS (
  INSERT INTO rota.ready (job, since, route, attempt, lane, retries, key, uniq, schedule)
  SELECT job, run_at, route, attempt, lane, retries, key, uniq, schedule FROM due ORDER BY run_at
)
SELECT route, count(*)::int AS jobs FROM due GROUP BY route
