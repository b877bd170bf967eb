-- Gives each target that counts the schedule of a plan (without a kind of target, the one there is), and makes those that
-- are there what the plan says. A new trigger has new times: an interval goes on counting from its start, and times that
-- still wait are missed. What is as it should be is not written. IS TRUE keeps the plan from being looked up by itself, which
-- would read all of its schedules for each of them.
-- index: schedule_name_key
-- locks: schedule rows
WITH wanted AS MATERIALIZED (
  SELECT p.name || coalesce('/' || t.external_id, '') AS name, p.kind, p.queue,
    rota.fill(:template, t.external_id, t.name, t.url) AS payload, p.priority, p.max_retries, p.timeout,
    CASE WHEN p.one_per_target THEN t.external_id END AS concurrency_key,
    CASE WHEN p.one_per_target AND t.id IS NOT NULL THEN 1 END AS concurrency_limit,
    CASE WHEN t.id IS NULL THEN p.tags ELSE p.tags || ('target:' || t.external_id) END AS tags,
    p.trigger, p.time_zone, p.overlap, p.on_failure, p.catchup_max, p.catchup_age, p.catchup_spread, p.jitter,
    p.tenant, p.id AS plan, t.id AS target
  FROM rota.plan p
  LEFT JOIN rota.target t ON t.kind = p.target_kind AND t.active AND (t.approved OR NOT p.only_approved)
  WHERE p.id = :plan AND (p.target_kind IS NULL) = (t.id IS NULL)
),
missed AS (
  INSERT INTO rota.arrears (schedule, from_at, to_at, decided_at, fate, reason, trigger, time_zone, starts_at, ends_at, dst_gap, dst_overlap)
  SELECT s.id, least(s.next_run_at, d.planned_at), greatest(rota.clock(), s.noted_to), rota.clock(), 'missed', 'the plan was changed',
    s.trigger, s.time_zone, s.starts_at, s.ends_at, s.dst_gap, s.dst_overlap
  FROM wanted w JOIN rota.schedule s ON s.name = w.name AND (s.plan = w.plan) IS TRUE
  CROSS JOIN LATERAL (SELECT min(o.planned_at) AS planned_at FROM rota.occurrence o WHERE o.schedule = s.id AND o.fate = 'deferred') d
  WHERE (s.trigger, s.time_zone) <> (w.trigger, w.time_zone) AND least(s.next_run_at, d.planned_at) <= rota.clock()
),
changed AS (
  UPDATE rota.schedule s SET kind = w.kind, queue = w.queue, payload = w.payload, priority = w.priority,
    max_retries = w.max_retries, timeout = w.timeout, concurrency_key = w.concurrency_key,
    concurrency_limit = w.concurrency_limit, tags = w.tags, trigger = w.trigger, time_zone = w.time_zone, overlap = w.overlap,
    on_failure = w.on_failure, catchup_max = w.catchup_max, catchup_age = w.catchup_age, catchup_spread = w.catchup_spread,
    jitter = w.jitter, tenant = w.tenant, noted_to = CASE WHEN (s.trigger, s.time_zone) = (w.trigger, w.time_zone) THEN s.noted_to END,
    starts_at = CASE WHEN (s.trigger, s.time_zone) = (w.trigger, w.time_zone) OR :interval_us::bigint IS NOT NULL THEN s.starts_at
      ELSE rota.clock() END,
    next_run_at = CASE WHEN (s.trigger, s.time_zone) = (w.trigger, w.time_zone) THEN s.next_run_at
      ELSE rota.next_of(s.starts_at, :interval_us::bigint, :next_run_at::timestamptz) END,
    wake_at = CASE WHEN (s.trigger, s.time_zone) = (w.trigger, w.time_zone) THEN s.wake_at
      ELSE rota.next_of(s.starts_at, :interval_us::bigint, :next_run_at::timestamptz) END
  FROM wanted w
  WHERE s.name = w.name AND (s.plan = w.plan) IS TRUE AND (s.kind, s.queue, s.payload, s.priority, s.max_retries, s.timeout, s.concurrency_key,
      s.concurrency_limit, s.tags, s.trigger, s.time_zone, s.overlap, s.on_failure, s.catchup_max, s.catchup_age, s.catchup_spread, s.jitter, s.tenant)
    IS DISTINCT FROM (w.kind, w.queue, w.payload, w.priority, w.max_retries, w.timeout, w.concurrency_key,
      w.concurrency_limit, w.tags, w.trigger, w.time_zone, w.overlap, w.on_failure, w.catchup_max, w.catchup_age, w.catchup_spread, w.jitter, w.tenant)
  RETURNING s.id
),
added AS (
  INSERT INTO rota.schedule (id, name, created_by, kind, queue, payload, priority, max_retries, timeout, concurrency_key,
    concurrency_limit, tags, trigger, time_zone, overlap, on_failure, catchup_max, catchup_age, catchup_spread, jitter, plan, target,
    starts_at, next_run_at, wake_at, tenant)
  SELECT (SELECT rota.id_at(rota.clock())) | nextval('rota.id_seq'), w.name, 'plan', w.kind, w.queue, w.payload, w.priority,
    w.max_retries, w.timeout, w.concurrency_key, w.concurrency_limit, w.tags, w.trigger, w.time_zone, w.overlap, w.on_failure,
    w.catchup_max, w.catchup_age, w.catchup_spread, w.jitter, w.plan, w.target, :starts_at::timestamptz,
    :first_run_at::timestamptz, :first_run_at::timestamptz, w.tenant
  FROM wanted w
  WHERE NOT EXISTS (SELECT FROM rota.schedule s WHERE s.name = w.name)
  ON CONFLICT (name) DO NOTHING
  RETURNING id
)
SELECT (SELECT count(*) FROM added) AS added, (SELECT count(*) FROM changed) AS changed
