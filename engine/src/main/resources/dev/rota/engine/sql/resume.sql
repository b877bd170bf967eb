-- Lets a held job go on: to blocked if it waited for its parents when it was held and some were left, to delayed while its
-- time has not come, otherwise to ready.
-- transition: paused -> pending, paused -> scheduled
-- index: paused_pkey
-- locks: paused row
WITH gone AS (DELETE FROM rota.paused WHERE job = :job RETURNING *),
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
