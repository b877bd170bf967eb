-- Enqueues jobs whose routes are known: one row in job, one in ready or, if due later, in delayed, or, if it waits for others,
-- in blocked.
-- transition: new -> pending, new -> scheduled
-- index: none
-- locks: none
WITH input AS MATERIALIZED (
  SELECT coalesce(u.given_id, (SELECT rota.id_at(rota.clock())) | nextval('rota.id_seq')) AS id, u.*,
    coalesce(u.run_at, rota.clock() + u.delay_ms * interval '1 millisecond') AS due,
    CASE WHEN u.concurrency_key IS NOT NULL THEN rota.key_hash(q.name, u.concurrency_key) END AS key,
    CASE WHEN u.unique_key IS NOT NULL THEN rota.unique_hash(q.name, r.kind, u.unique_key) END AS uniq,
    coalesce(u.max_retries, q.max_retries, 3) AS retries_allowed,
    coalesce(u.timeout_ms * interval '1 millisecond', q.timeout) AS time_allowed,
    CASE WHEN u.limits IS NOT NULL OR NOT (q.limits IS NULL) THEN rota.limits_of(u.limits::rota.limits, q.limits) END AS limits_set
  FROM unnest(:ids::bigint[], :routes::int[], :payloads::text[], :priorities::smallint[], :run_ats::timestamptz[],
    :delays_ms::bigint[], :max_retries::smallint[], :retries::text[], :unique_keys::text[], :concurrency_keys::text[],
    :concurrency_limits::int[], :timeouts_ms::bigint[], :limits::text[], :tags::text[], :metadatas::text[], :traces::text[],
    :created_bys::text[], :schedules::bigint[], :waits::boolean[])
    WITH ORDINALITY AS u (given_id, route, payload, priority, run_at, delay_ms, max_retries, retry, unique_key,
      concurrency_key, concurrency_limit, timeout_ms, limits, tags, metadata, trace, created_by, schedule, waits, place)
  JOIN rota.route r ON r.id = u.route
  JOIN rota.queue q ON q.name = r.queue
),
defined AS (
  INSERT INTO rota.job (id, created_at, schedule, route, concurrency_limit, priority, max_retries, payload, retry, timeout,
    unique_key, concurrency_key, tags, metadata, trace, created_by, limits)
  SELECT id, rota.clock(), schedule, route, concurrency_limit, priority, retries_allowed, payload::json, retry::rota.retry_policy,
    time_allowed, unique_key, concurrency_key, tags::text[], metadata::jsonb, trace, created_by, limits_set
  FROM input
),
now_ready AS (
  INSERT INTO rota.ready (job, since, route, lane, key, uniq, schedule)
  SELECT id, rota.clock(), route, rota.lane(priority, 0), key, uniq, schedule
  FROM input WHERE due <= rota.clock() AND NOT waits ORDER BY place
),
now_delayed AS (
  INSERT INTO rota.delayed (job, run_at, route, lane, key, uniq, schedule)
  SELECT id, due, route, rota.lane(priority, 0), key, uniq, schedule
  FROM input WHERE due > rota.clock() AND NOT waits
),
now_blocked AS (
  INSERT INTO rota.blocked (job, since, run_at, route, lane, key, uniq, schedule)
  SELECT id, rota.clock(), due, route, rota.lane(priority, 0), key, uniq, schedule FROM input WHERE waits
)
SELECT id FROM input ORDER BY place
