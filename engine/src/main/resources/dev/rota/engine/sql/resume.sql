-- Lets held jobs go on: to blocked if they waited for their parents when they were held and some were left, to delayed while
-- their time has not come, otherwise to ready. Where a time is given, only if they were held then.
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
  FROM gone WHERE since <= rota.clock() AND NOT waits
),
later AS (
  INSERT INTO rota.delayed (job, run_at, route, attempt, lane, retries, key, uniq, schedule)
  SELECT job, since, route, attempt, rota.lane(rota.priority_of(lane), retries), retries, key, uniq, schedule
  FROM gone WHERE since > rota.clock() AND NOT waits
),
blocked_again AS (
  INSERT INTO rota.blocked (job, since, run_at, route, attempt, lane, retries, key, uniq, schedule)
  SELECT job, rota.clock(), since, route, attempt, rota.lane(rota.priority_of(lane), retries), retries, key, uniq, schedule
  FROM gone WHERE waits
)
SELECT job, route FROM gone
