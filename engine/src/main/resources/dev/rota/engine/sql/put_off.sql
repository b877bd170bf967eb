-- Puts off claimed jobs that a window keeps from starting, until it lets them; they hold no concurrency key meanwhile.
-- transition: pending -> scheduled
-- index: none
-- locks: none
INSERT INTO rota.delayed (job, run_at, route, attempt, lane, retries, key, uniq, schedule, held)
SELECT job, run_at, route, attempt, rota.lane(rota.priority_of(lane), retries), retries, key, uniq, schedule, held
FROM unnest(:jobs::bigint[], :run_ats::timestamptz[], :routes::int[], :attempts::int[], :lanes::smallint[], :retries::smallint[],
  :keys::bigint[], :uniqs::uuid[], :schedules::bigint[], :helds::boolean[])
  AS u (job, run_at, route, attempt, lane, retries, key, uniq, schedule, held)
