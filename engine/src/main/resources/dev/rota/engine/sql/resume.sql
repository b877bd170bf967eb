-- Lets held jobs go on: to delayed while their time has not come, otherwise to ready. Where a time is given, only if they were
-- held then.
-- transition: paused -> pending, paused -> scheduled
-- index: paused_pkey
-- locks: paused rows
WITH gone AS (
  DELETE FROM rota.paused p USING unnest(:jobs::bigint[], :ats::timestamptz[]) AS u (job, at)
  WHERE p.job = u.job AND (u.at IS NULL OR p.paused_at = u.at) RETURNING p.*
),
back AS (
  INSERT INTO rota.ready (job, since, route, attempt, lane, retries, key, uniq, schedule)
  SELECT job, since, route, attempt, rota.lane(rota.priority_of(lane), retries), retries, key, uniq, schedule
  FROM gone WHERE since <= rota.clock()
),
later AS (
  INSERT INTO rota.delayed (job, run_at, route, attempt, lane, retries, key, uniq, schedule)
  SELECT job, since, route, attempt, rota.lane(rota.priority_of(lane), retries), retries, key, uniq, schedule
  FROM gone WHERE since > rota.clock()
)
SELECT job, route FROM gone
