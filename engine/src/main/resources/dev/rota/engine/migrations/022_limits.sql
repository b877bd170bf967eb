-- How much one execution may take, whose the jobs of schedules and plans are, quotas of tenants as what a job waits for, and what
-- callers in SQL could not say.

-- What is null is not bounded. Wall time is the timeout.
CREATE TYPE rota.limits AS (cpu interval, memory_mb int);
ALTER TABLE rota.job ADD COLUMN limits rota.limits;
ALTER TABLE rota.outgoing_job ADD COLUMN limits rota.limits;
ALTER TABLE rota.queue ADD COLUMN limits rota.limits;
ALTER TABLE rota.schedule ADD COLUMN cpu_limit interval, ADD COLUMN memory_limit_mb int, ADD COLUMN tenant text;
ALTER TABLE rota.plan ADD COLUMN tenant text;

-- Whether as many jobs of a tenant have started within its period as its quota allows.
CREATE FUNCTION rota.is_over_quota(a_tenant text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM rota.tenant_quota q
    WHERE q.tenant = a_tenant AND q.jobs <= (
      SELECT sum(g.starts) FROM rota.tenant_grant g WHERE g.tenant = q.tenant AND g.at > rota.clock() - q.period)) $$;

CREATE OR REPLACE VIEW rota.jobs AS
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
      WHEN r.tenant IS NOT NULL AND rota.is_over_quota(r.tenant) THEN 'quota'
      WHEN r.requires <> '{}' AND NOT EXISTS (
        SELECT FROM rota.worker w WHERE w.stopped_at IS NULL AND w.lease_until > rota.clock() AND w.capabilities @> r.requires)
      THEN 'capability' END)
      WHEN l.state = 'scheduled' THEN l.waiting_on END AS waiting_on, r.tenant,
    (j.limits).cpu AS cpu_limit, (j.limits).memory_mb AS memory_limit_mb
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

-- A job's own limits before those of its queue, each by itself.
CREATE FUNCTION rota.limits_of(own rota.limits, of_queue rota.limits) RETURNS rota.limits LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT CASE
    WHEN own IS NULL THEN of_queue
    WHEN of_queue IS NULL THEN own
    ELSE ROW (coalesce((own).cpu, (of_queue).cpu), coalesce((own).memory_mb, (of_queue).memory_mb))::rota.limits END $$;

-- Refuses a job to wait for that is not there, too many, or one twice.
CREATE FUNCTION rota.check_parents(parents bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(parents) > 1000 THEN PERFORM rota.refuse('depends_on', cardinality(parents)::text, 'must be from 0 to 1000'); END IF;
  PERFORM rota.refuse('depends_on', parent::text, 'must not be named twice') FROM unnest(parents) parent GROUP BY parent HAVING count(*) > 1;
  PERFORM rota.refuse('depends_on', coalesce(parent::text, 'null'), 'must be the id of a job that is there') FROM unnest(parents) parent
  WHERE NOT EXISTS (SELECT FROM rota.prospect p WHERE p.job = parent);
END $$;

-- enqueue() with a tenant, limits and jobs to wait for behind what it took before, so that every call that there is still means the
-- same. Two functions whose arguments have defaults could not be told apart: the one before goes, or, where something was built on
-- it, gets another name and serves on.
DO $$
DECLARE
  definition text := pg_get_functiondef('rota.enqueue'::regproc);
  change text[];
  changes text[][] := ARRAY[
    ['created_by text DEFAULT NULL::text)',
     'created_by text DEFAULT NULL::text, tenant text DEFAULT NULL, limits rota.limits DEFAULT NULL, depends_on bigint[] DEFAULT NULL, '
     'on_parent_failure rota.on_parent_failure DEFAULT ''cancel'')'],
    ['  the_request uuid;',
     '  the_request uuid;
  waits boolean;'],
    ['  IF enqueue.idempotency_key IS NOT NULL THEN PERFORM rota.check_text(''idempotency_key''',
     '  IF enqueue.tenant IS NOT NULL THEN PERFORM rota.check_name(''tenant'', enqueue.tenant); END IF;
  PERFORM rota.check_span(''limits.cpu'', (enqueue.limits).cpu, ''1 millisecond''),
    rota.check_range(''limits.memory_mb'', (enqueue.limits).memory_mb, 1, 1048576);
  PERFORM rota.check_parents(enqueue.depends_on);
  IF enqueue.idempotency_key IS NOT NULL THEN PERFORM rota.check_text(''idempotency_key'''],
    ['enqueue.metadata, enqueue.retry)::text)::uuid',
     'enqueue.metadata, enqueue.retry)::text
      || coalesce(enqueue.tenant, '''') || coalesce(enqueue.limits::text, '''')
      || coalesce(enqueue.depends_on::text || enqueue.on_parent_failure, ''''))::uuid'],
    ['rota.route_of(enqueue.queue, enqueue.kind, enqueue.requires)',
     'rota.route_of(enqueue.queue, enqueue.kind, enqueue.requires, enqueue.tenant)'],
    ['trace, created_by)', 'trace, created_by, limits)'],
    ['enqueue.trace, enqueue.created_by
', 'enqueue.trace, enqueue.created_by, rota.limits_of(enqueue.limits, q.limits)
'],
    ['  IF at > rota.clock() THEN',
     '  INSERT INTO rota.dependency (job, parent, on_failure)
  SELECT new_id, parent, coalesce(enqueue.on_parent_failure, ''cancel'') FROM unnest(enqueue.depends_on) parent;
  SELECT coalesce(bool_or((SELECT p.state FROM rota.prospect p WHERE p.job = parent LIMIT 1) IS DISTINCT FROM ''completed''), false)
  INTO waits FROM unnest(enqueue.depends_on) parent;
  IF waits THEN
    INSERT INTO rota.blocked (job, since, run_at, route, lane, key, uniq)
    VALUES (new_id, rota.clock(), at, the_route, rota.lane(enqueue.priority, 0), lock_key, hash);
  ELSIF at > rota.clock() THEN']];
BEGIN
  FOREACH change SLICE 1 IN ARRAY changes LOOP
    IF strpos(definition, change[1]) = 0 THEN RAISE EXCEPTION 'rota.enqueue is not as Rota made it: %', change[1]; END IF;
    definition := replace(definition, change[1], change[2]);
  END LOOP;
  BEGIN
    EXECUTE 'DROP FUNCTION ' || 'rota.enqueue'::regproc::oid::regprocedure;
  EXCEPTION WHEN dependent_objects_still_exist THEN
    ALTER FUNCTION rota.enqueue RENAME TO enqueue_before_limits;
    EXECUTE replace(pg_get_functiondef('rota.enqueue_before_limits'::regproc), 'enqueue.', 'enqueue_before_limits.');
  END;
  EXECUTE definition;
END $$;
