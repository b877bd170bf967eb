-- Brings cancelled jobs back to where they were, if nobody has done anything to them since. A pending one takes its place at the end
-- of its lane; one whose time has come meanwhile is pending. One that waited for its parents does so again, however they are now: they
-- may be brought back after it, or together with it.
-- transition: cancelled -> pending, cancelled -> scheduled, cancelled -> paused
-- index: ended_pkey
-- locks: ended rows, uniq rows
WITH kept AS MATERIALIZED (
  SELECT u.job, u.at, u.was ->> 'place' AS place, u.was -> 'row' AS was, (u.was ->> 'scope')::rota.unique_scope AS scope
  FROM (SELECT job, at, was::json AS was FROM unnest(:jobs::bigint[], :ats::timestamptz[], :was::text[]) AS u (job, at, was)) u
),
gone AS (
  DELETE FROM rota.ended x USING kept k WHERE x.job = k.job AND x.state = 'cancelled' AND x.ended_at = k.at RETURNING k.*
),
blocked_again AS (
  INSERT INTO rota.blocked (job, since, run_at, route, attempt, lane, retries, key, uniq, schedule)
  SELECT r.job, rota.clock(), r.run_at, r.route, r.attempt, r.lane, r.retries, r.key, r.uniq, r.schedule
  FROM gone g CROSS JOIN LATERAL json_populate_record(NULL::rota.blocked, g.was) r WHERE g.place = 'blocked'
),
told_kin AS (
  INSERT INTO rota.job_end (job, was, state)
  SELECT g.job, 'cancelled', 'pending' FROM gone g
  WHERE (SELECT 1 FROM rota.dependency d WHERE d.parent = g.job LIMIT 1) IS NOT NULL
    OR (SELECT 1 FROM rota.batch_job b WHERE b.job = g.job) IS NOT NULL
),
pending AS (
  INSERT INTO rota.ready (job, since, route, attempt, lane, retries, key, uniq, schedule)
  SELECT r.job, coalesce(r.since, CASE WHEN NOT r.held THEN r.run_at END, rota.clock()), r.route, r.attempt,
    rota.lane(rota.priority_of(r.lane), r.retries), r.retries, r.key, r.uniq, r.schedule
  FROM gone g CROSS JOIN LATERAL json_to_record(g.was) AS r (job bigint, since timestamptz, run_at timestamptz, held boolean, route int,
    attempt int, lane smallint, retries smallint, key bigint, uniq uuid, schedule bigint)
  WHERE g.place IN ('ready', 'parked') OR g.place = 'delayed' AND (r.held OR r.run_at <= rota.clock())
  RETURNING job, route
),
later AS (
  INSERT INTO rota.delayed (job, run_at, route, attempt, lane, retries, key, uniq, schedule)
  SELECT r.job, r.run_at, r.route, r.attempt, r.lane, r.retries, r.key, r.uniq, r.schedule
  FROM gone g CROSS JOIN LATERAL json_populate_record(NULL::rota.delayed, g.was) r
  WHERE g.place = 'delayed' AND NOT r.held AND r.run_at > rota.clock()
),
held AS (
  INSERT INTO rota.paused SELECT r.* FROM gone g CROSS JOIN LATERAL json_populate_record(NULL::rota.paused, g.was) r WHERE g.place = 'paused'
),
reserved AS (
  INSERT INTO rota.uniq (key, job, scope)
  SELECT (g.was ->> 'uniq')::uuid, g.job, g.scope FROM gone g WHERE g.scope IS NOT NULL ORDER BY 1
)
SELECT g.job, p.route FROM gone g LEFT JOIN pending p ON p.job = g.job
