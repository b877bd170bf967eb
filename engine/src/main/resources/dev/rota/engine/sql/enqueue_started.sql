-- Enqueues jobs as enqueue_bare does where an idle worker keeps places for some of them: those run as soon as they are there, unless their queue is
-- paused or the worker's lease is over; the others wait for a claim.
-- transition: new -> pending, new -> running
-- index: worker_live
-- locks: none
WITH input AS MATERIALIZED (
  SELECT (SELECT rota.id_at(rota.clock())) | nextval('rota.id_seq') AS id, u.*, coalesce(q.max_retries, 3) AS retries_allowed,
    q.timeout AS time_allowed, CASE WHEN NOT (q.limits IS NULL) THEN q.limits END AS limits_set,
    CASE WHEN u.place <= :places::int AND NOT q.paused
      AND EXISTS (SELECT FROM rota.worker w WHERE w.id = :worker AND w.stopped_at IS NULL AND w.lease_until > rota.clock())
      THEN (SELECT rota.id_at(rota.clock())) | nextval('rota.id_seq') END AS fence
  FROM unnest(:routes::int[], :payloads::text[], :priorities::smallint[], :traces::text[], :created_bys::text[])
    WITH ORDINALITY AS u (route, payload, priority, trace, created_by, place)
  JOIN rota.route r ON r.id = u.route
  JOIN rota.queue q ON q.name = r.queue
),
defined AS (
  INSERT INTO rota.job (id, created_at, route, priority, max_retries, payload, timeout, trace, created_by, limits)
  SELECT id, rota.clock(), route, priority, retries_allowed, payload::json, time_allowed, trace, created_by, limits_set FROM input
),
now_ready AS (
  INSERT INTO rota.ready (job, since, route, lane)
  SELECT id, rota.clock(), route, rota.lane(priority, 0) FROM input WHERE fence IS NULL ORDER BY place
),
started AS (
  INSERT INTO rota.run (job, fence, started_at, since, route, attempt, worker, lane, retries, beat_at)
  SELECT id, fence, rota.clock(), rota.clock(), route, 1, :worker, rota.lane(priority, 0), 0, rota.clock() FROM input WHERE fence IS NOT NULL
)
SELECT id, coalesce(fence, 0) AS fence, retries_allowed AS max_retries, (extract(epoch FROM time_allowed) * 1000)::bigint AS timeout_ms,
  (limits_set).cpu AS cpu_limit, (limits_set).memory_mb AS memory_limit_mb, (date_part('epoch', rota.clock()) * 1000000)::bigint AS now_us
FROM input ORDER BY place
