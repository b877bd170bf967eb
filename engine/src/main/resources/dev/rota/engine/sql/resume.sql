-- Lets a held job go on: to delayed while its time has not come, otherwise to ready.
-- transition: paused -> pending, paused -> scheduled
-- index: paused_pkey
-- locks: paused row
WITH gone AS (DELETE FROM rota.paused WHERE job = :job RETURNING *),
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
