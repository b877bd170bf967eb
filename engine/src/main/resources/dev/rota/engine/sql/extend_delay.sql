-- Puts off a job that has not started: debounce.
-- transition: pending -> pending, pending -> scheduled, scheduled -> scheduled
-- index: ready_job
-- locks: ready, parked, blocked or delayed row
WITH input AS (
  SELECT coalesce(:run_at::timestamptz, rota.clock() + :delay_ms::bigint * interval '1 millisecond') AS run_at
),
unready AS (
  DELETE FROM rota.ready r USING input i WHERE r.job = :job AND i.run_at > rota.clock() AND NOT r.holds_key RETURNING r.*
),
unparked AS (
  DELETE FROM rota.parked p USING input i WHERE p.job = :job AND i.run_at > rota.clock() RETURNING p.*
),
still_blocked AS (
  UPDATE rota.blocked b SET run_at = greatest(b.run_at, i.run_at) FROM input i WHERE b.job = :job
),
put_off AS (
  INSERT INTO rota.delayed (job, run_at, route, attempt, lane, retries, key, uniq, schedule)
  SELECT job, i.run_at, route, attempt, rota.lane(rota.priority_of(lane), retries), retries, key, uniq, schedule
  FROM (SELECT job, route, attempt, lane, retries, key, uniq, schedule FROM unready
        UNION ALL SELECT job, route, attempt, lane, retries, key, uniq, schedule FROM unparked) m, input i
)
UPDATE rota.delayed d SET run_at = greatest(d.run_at, i.run_at), held = d.held AND i.run_at <= d.run_at FROM input i WHERE d.job = :job
