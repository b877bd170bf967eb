-- What people see and call from psql, a trigger or any language: the views jobs and executions, and enqueue().

-- Where a live job is now. A job that is in none of these tables has ended.
CREATE VIEW rota.live AS
  SELECT job, 'pending'::rota.state AS state, route, lane, retries, attempt, since AS run_at, since,
    NULL::bigint AS fence, NULL::int AS worker, NULL::timestamptz AS started_at,
    NULL::timestamptz AS lease_until, false AS cancel, NULL::text AS waiting_on
  FROM rota.ready
  UNION ALL
  SELECT job, 'running', route, lane, retries, attempt, since, since, fence, worker, started_at, lease_until, cancel, NULL
  FROM rota.run
  UNION ALL
  SELECT job, 'scheduled', route, lane, retries, attempt, run_at, run_at, NULL, NULL, NULL, NULL, false, NULL
  FROM rota.delayed
  UNION ALL
  SELECT job, 'pending', route, lane, retries, attempt, since, since, NULL, NULL, NULL, NULL, false, 'key'
  FROM rota.parked
  UNION ALL
  SELECT job, 'paused', route, lane, retries, attempt, since, since, NULL, NULL, NULL, NULL, false, NULL
  FROM rota.paused;

CREATE VIEW rota.jobs AS
  SELECT j.id, r.queue, r.kind, coalesce(l.state, e.ended, x.state) AS state,
    rota.effective_priority(coalesce(rota.priority_of(l.lane), j.priority),
      CASE WHEN l.state = 'pending' THEN rota.clock() - l.since ELSE interval '0' END) AS effective_priority,
    j.priority, j.payload, coalesce(j.metadata, '{}') AS metadata, coalesce(j.tags, '{}') AS tags,
    coalesce(l.attempt, e.attempt, x.attempt) AS attempt, coalesce(l.retries, e.retries, x.retries) AS retries,
    j.max_retries, r.requires, j.unique_key, j.concurrency_key, j.concurrency_limit, j.timeout, j.trace, j.schedule,
    coalesce(j.created_by, 'system') AS created_by, j.created_at, l.run_at,
    coalesce(l.started_at, e.started_at) AS started_at, coalesce(e.finished_at, x.ended_at) AS finished_at,
    p.percent AS progress, p.message AS progress_message,
    coalesce(e.error, x.reason, last_failure.error) AS error, e.result,
    l.fence, l.worker, l.lease_until, coalesce(l.cancel, false) AS cancel,
    CASE WHEN l.state = 'pending' THEN coalesce(l.waiting_on, CASE
      WHEN q.paused THEN 'queue paused'
      WHEN r.requires <> '{}' AND NOT EXISTS (
        SELECT FROM rota.worker w WHERE w.stopped_at IS NULL AND w.lease_until > rota.clock() AND w.capabilities @> r.requires)
      THEN 'capability' END) END AS waiting_on
  FROM rota.job j
  JOIN rota.route r ON r.id = j.route
  JOIN rota.queue q ON q.name = r.queue
  LEFT JOIN LATERAL (SELECT * FROM rota.live WHERE live.job = j.id LIMIT 1) l ON true
  LEFT JOIN LATERAL (
    SELECT * FROM rota.execution WHERE execution.job = j.id AND l.job IS NULL AND execution.ended IS NOT NULL
    ORDER BY attempt DESC LIMIT 1) e ON true
  LEFT JOIN rota.ended x ON x.job = j.id AND l.job IS NULL
  LEFT JOIN LATERAL (
    SELECT error FROM rota.execution WHERE execution.job = j.id AND l.retries > 0 AND execution.status = 'failed'
    ORDER BY attempt DESC LIMIT 1) last_failure ON true
  LEFT JOIN rota.progress p ON p.job = j.id;

CREATE VIEW rota.executions AS
  SELECT e.id, e.job, r.queue, r.kind, e.attempt, e.status::text AS status, e.due_at, e.started_at, e.finished_at,
    (extract(epoch FROM e.finished_at - e.started_at) * 1000)::bigint AS duration_ms,
    coalesce(w.name, 'worker ' || e.worker) AS worker, e.retries, e.error_type, e.error, e.stack_trace, e.result,
    coalesce(e.counters, '{}') AS counters, e.cpu_ms, e.memory_peak_mb, coalesce(e.metadata, '{}') AS metadata, e.schedule
  FROM rota.execution e JOIN rota.route r ON r.id = e.route LEFT JOIN rota.worker w ON w.id = e.worker
  UNION ALL
  SELECT n.fence, n.job, r.queue, r.kind, n.attempt, 'running', n.since, n.started_at, NULL,
    NULL, coalesce(w.name, 'worker ' || n.worker), n.retries, NULL, NULL, NULL, NULL, '{}', NULL, NULL, '{}', n.schedule
  FROM rota.run n JOIN rota.route r ON r.id = n.route LEFT JOIN rota.worker w ON w.id = n.worker;

-- Refuses a value: the message names the field, the value and the rule, as everywhere in Rota.
CREATE FUNCTION rota.refuse(field text, value text, rule text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% %: %', field, to_json(left(coalesce(value, ''), 80) || CASE WHEN length(value) > 80 THEN '…' ELSE '' END), rule
    USING ERRCODE = '22023';
END $$;

-- Refuses a key or other text of a caller's: 1 to so many characters, none of them a control character.
CREATE FUNCTION rota.check_text(field text, value text, longest int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(value, '') = '' THEN PERFORM rota.refuse(field, value, 'must not be empty'); END IF;
  IF length(value) > longest THEN
    PERFORM rota.refuse(field, value, format('must be at most %s characters, is %s', longest, length(value))); END IF;
  IF value ~ '[\u0001-\u001f\u007f-\u009f]' THEN PERFORM rota.refuse(field, value, 'must not hold control characters'); END IF;
END $$;

-- Refuses a kind, queue, capability, tag or other name.
CREATE FUNCTION rota.check_name(field text, value text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM rota.check_text(field, btrim(value), 200), rota.check_text(field, value, 200);
END $$;

CREATE FUNCTION rota.check_names(field text, names text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(names) > 32 THEN PERFORM rota.refuse(field, cardinality(names)::text, 'must be from 0 to 32'); END IF;
  PERFORM rota.check_name(field, name) FROM unnest(names) AS name;
END $$;

CREATE FUNCTION rota.check_range(field text, value numeric, lowest numeric, highest numeric) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF value NOT BETWEEN lowest AND highest THEN
    PERFORM rota.refuse(field, value::text, format('must be from %s to %s', lowest, highest)); END IF;
END $$;

-- Refuses a delay, timeout or backoff that is too short or longer than ten years.
CREATE FUNCTION rota.check_span(field text, value interval, lowest interval) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF value NOT BETWEEN lowest AND interval '3650 days' THEN
    PERFORM rota.refuse(field, value::text, format('must be from %s to 3650 days', extract(epoch FROM lowest)::float8 || ' s')); END IF;
END $$;

CREATE FUNCTION rota.route_of(a_queue text, a_kind text, a_requires text[]) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  sorted text[] := (SELECT coalesce(array_agg(DISTINCT c ORDER BY c), '{}') FROM unnest(a_requires) c);
  found int;
BEGIN
  SELECT id INTO found FROM rota.route WHERE queue = a_queue AND kind = a_kind AND requires = sorted;
  IF found IS NULL THEN
    INSERT INTO rota.queue (name) VALUES (a_queue) ON CONFLICT DO NOTHING;
    INSERT INTO rota.route (queue, kind, requires) VALUES (a_queue, a_kind, sorted) ON CONFLICT DO NOTHING;
    SELECT id INTO found FROM rota.route WHERE queue = a_queue AND kind = a_kind AND requires = sorted;
  END IF;
  RETURN found;
END $$;

-- Enqueues one job in the caller's transaction and gives its id; a duplicate gives the id of the job that is there.
-- The first job of a new kind makes its route, and others that enqueue that kind wait for the transaction to end.
CREATE FUNCTION rota.enqueue(
  kind text, payload json DEFAULT '{}', queue text DEFAULT 'default', priority int DEFAULT 0,
  run_at timestamptz DEFAULT NULL, delay interval DEFAULT NULL, max_retries int DEFAULT NULL,
  unique_key text DEFAULT NULL, unique_scope rota.unique_scope DEFAULT 'live', unique_period interval DEFAULT NULL,
  concurrency_key text DEFAULT NULL, concurrency_limit int DEFAULT 1, requires text[] DEFAULT '{}',
  timeout interval DEFAULT NULL, tags text[] DEFAULT NULL, metadata jsonb DEFAULT NULL, trace text DEFAULT NULL,
  retry rota.retry_policy DEFAULT NULL, idempotency_key text DEFAULT NULL, created_by text DEFAULT NULL)
RETURNS bigint LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  new_id bigint := rota.next_id();
  at timestamptz := coalesce(enqueue.run_at, rota.clock() + coalesce(enqueue.delay, interval '0'));
  the_route int;
  hash uuid;
  lock_key bigint;
  holder bigint;
  the_request uuid;
BEGIN
  PERFORM rota.check_name('kind', enqueue.kind), rota.check_name('queue', enqueue.queue);
  IF enqueue.payload IS NULL OR octet_length(enqueue.payload::text) > 1048576 THEN
    PERFORM rota.refuse('payload', enqueue.payload::text, 'must be JSON of at most 1048576 bytes'); END IF;
  PERFORM rota.check_range('priority', coalesce(enqueue.priority, -1), 0, 100);
  PERFORM rota.check_range('max_retries', enqueue.max_retries, 0, 1000);
  IF enqueue.delay IS NOT NULL AND enqueue.run_at IS NOT NULL THEN
    PERFORM rota.refuse('delay', enqueue.delay::text, 'goes without run_at: give one of the two'); END IF;
  PERFORM rota.check_span('delay', enqueue.delay, '0');
  IF at > '2200-01-01Z' THEN PERFORM rota.refuse('run_at', at::text, 'must not be later than 2200-01-01'); END IF;
  PERFORM rota.check_span('timeout', enqueue.timeout, '1 millisecond');
  PERFORM rota.check_names('requires', enqueue.requires), rota.check_names('tags', enqueue.tags);
  IF jsonb_typeof(enqueue.metadata) <> 'object' OR length(enqueue.metadata::text) > 65536 THEN
    PERFORM rota.refuse('metadata', enqueue.metadata::text, 'must be a JSON object of at most 65536 characters'); END IF;
  IF enqueue.trace IS NOT NULL THEN PERFORM rota.check_text('trace', enqueue.trace, 1024); END IF;
  IF enqueue.created_by IS NOT NULL THEN PERFORM rota.check_name('created_by', enqueue.created_by); END IF;
  IF enqueue.idempotency_key IS NOT NULL THEN PERFORM rota.check_text('idempotency_key', enqueue.idempotency_key, 500); END IF;
  IF enqueue.unique_key IS NOT NULL THEN
    PERFORM rota.check_text('unique_key', enqueue.unique_key, 500);
    IF (coalesce(enqueue.unique_scope, 'live') = 'period') <> (enqueue.unique_period IS NOT NULL) THEN
      PERFORM rota.refuse('unique_period', enqueue.unique_period::text, 'goes with the scope period and only with it'); END IF;
    PERFORM rota.check_span('unique_period', enqueue.unique_period, '1 millisecond');
  END IF;
  IF enqueue.concurrency_key IS NOT NULL THEN
    PERFORM rota.check_text('concurrency_key', enqueue.concurrency_key, 500);
    PERFORM rota.check_range('concurrency_limit', coalesce(enqueue.concurrency_limit, 0), 1, 10000);
  END IF;
  PERFORM rota.check_span('retry.base', (enqueue.retry).base, '0'), rota.check_span('retry.cap', (enqueue.retry).cap, '0');
  PERFORM rota.check_range('retry.factor', (enqueue.retry).factor::numeric, 1, 100);
  PERFORM rota.check_range('retry.jitter', (enqueue.retry).jitter::numeric, 0, 1);

  IF enqueue.idempotency_key IS NOT NULL THEN
    the_request := md5(ROW(enqueue.kind, enqueue.queue, enqueue.payload, enqueue.priority, enqueue.run_at, enqueue.delay,
      enqueue.max_retries, enqueue.unique_key, enqueue.unique_scope, enqueue.unique_period, enqueue.concurrency_key,
      enqueue.concurrency_limit, enqueue.requires, enqueue.timeout, enqueue.tags, enqueue.metadata, enqueue.retry)::text)::uuid;
    INSERT INTO rota.idempotency AS used VALUES (enqueue.idempotency_key, the_request, new_id, rota.clock())
    ON CONFLICT (key) DO UPDATE SET request = excluded.request, job = excluded.job, created_at = excluded.created_at
      WHERE used.created_at <= rota.clock() - interval '24 hours';
    IF NOT FOUND THEN
      SELECT i.job INTO holder FROM rota.idempotency i WHERE i.key = enqueue.idempotency_key AND i.request = the_request;
      IF holder IS NULL THEN
        PERFORM rota.refuse('idempotency_key', enqueue.idempotency_key, 'was used for another request within the last 24 hours');
      END IF;
      RETURN holder;
    END IF;
  END IF;

  IF enqueue.unique_key IS NOT NULL THEN
    hash := rota.unique_hash(enqueue.queue, enqueue.kind, enqueue.unique_key);
    LOOP
      INSERT INTO rota.uniq AS u VALUES (hash, new_id, coalesce(enqueue.unique_scope, 'live'), rota.clock() + enqueue.unique_period)
      ON CONFLICT (key) DO UPDATE SET job = excluded.job, scope = excluded.scope, expires_at = excluded.expires_at
        WHERE u.expires_at <= rota.clock();
      EXIT WHEN FOUND;
      SELECT u.job INTO holder FROM rota.uniq u WHERE u.key = hash;
      IF FOUND THEN
        UPDATE rota.idempotency i SET job = holder WHERE i.key = enqueue.idempotency_key;
        RETURN holder;
      END IF;
    END LOOP;
  END IF;

  the_route := rota.route_of(enqueue.queue, enqueue.kind, enqueue.requires);
  lock_key := rota.key_hash(enqueue.queue, enqueue.concurrency_key);
  INSERT INTO rota.job (id, created_at, route, concurrency_limit, priority, max_retries, payload, retry, timeout, unique_key,
                        concurrency_key, tags, metadata, trace, created_by)
  SELECT new_id, rota.clock(), the_route, CASE WHEN enqueue.concurrency_key IS NOT NULL THEN enqueue.concurrency_limit END,
    enqueue.priority, coalesce(enqueue.max_retries, q.max_retries, 3), enqueue.payload, enqueue.retry,
    coalesce(enqueue.timeout, q.timeout), enqueue.unique_key, enqueue.concurrency_key, enqueue.tags, enqueue.metadata,
    enqueue.trace, enqueue.created_by
  FROM rota.queue q WHERE q.name = enqueue.queue;
  IF at > rota.clock() THEN
    INSERT INTO rota.delayed (job, run_at, route, lane, key, uniq)
    VALUES (new_id, at, the_route, rota.lane(enqueue.priority, 0), lock_key, hash);
  ELSE
    INSERT INTO rota.ready (job, since, route, lane, key, uniq)
    VALUES (new_id, rota.clock(), the_route, rota.lane(enqueue.priority, 0), lock_key, hash);
  END IF;
  RETURN new_id;
END $$;
