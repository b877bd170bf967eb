-- Stores jobs that are read back, with their executions and how they ended; what is there already is left alone.
-- index: none
-- locks: the new rows
WITH parsed AS MATERIALIZED (
  SELECT j.*, r.id AS route, EXISTS (SELECT FROM rota.live v WHERE v.job = j.id) AS live
  FROM unnest(:lines::text[]) AS l (line)
  CROSS JOIN LATERAL json_to_record(l.line::json) AS j (id bigint, queue text, kind text, state rota.state, payload json, priority smallint,
    max_retries smallint, requires text[], tenant text, unique_key text, concurrency_key text, concurrency_limit int, timeout_seconds float8, limits json, retry json,
    tags text[], metadata jsonb, trace text, schedule bigint, created_by text, created_at timestamptz, ended json, progress json, parents json,
    executions json)
  JOIN rota.route r ON r.queue = j.queue AND r.kind = j.kind AND r.requires = j.requires AND coalesce(r.tenant, '') = coalesce(j.tenant, '')
),
jobs AS (
  INSERT INTO rota.job (id, created_at, schedule, route, concurrency_limit, priority, max_retries, payload, retry, timeout, unique_key,
    concurrency_key, tags, metadata, trace, created_by, limits)
  SELECT p.id, p.created_at, p.schedule, p.route, p.concurrency_limit, p.priority, p.max_retries, coalesce(p.payload, 'null'),
    (SELECT ROW(y.base_seconds * interval '1 second', y.factor, y.cap_seconds * interval '1 second', y.jitter)::rota.retry_policy
      FROM json_to_record(p.retry) AS y (base_seconds float8, factor float8, cap_seconds float8, jitter float8) WHERE p.retry IS NOT NULL),
    p.timeout_seconds * interval '1 second', p.unique_key, p.concurrency_key, p.tags, p.metadata, p.trace, p.created_by,
    (SELECT ROW(y.cpu_seconds * interval '1 second', y.memory_mb)::rota.limits
      FROM json_to_record(p.limits) AS y (cpu_seconds float8, memory_mb int) WHERE p.limits IS NOT NULL)
  FROM parsed p WHERE p.state IS NOT NULL
  ON CONFLICT (id) DO NOTHING RETURNING id
),
executions AS (
  INSERT INTO rota.execution (id, job, started_at, finished_at, due_at, schedule, route, attempt, worker, retries, status, ended,
    memory_peak_mb, cpu_ms, error_type, error, stack_trace, result, counters, metadata)
  SELECT e.id, p.id, e.started_at, e.finished_at, e.due_at, e.schedule, coalesce(r.id, p.route), e.attempt,
    (SELECT max(w.id) FROM rota.worker w WHERE w.name = e.worker), e.retries, e.status, CASE WHEN NOT p.live THEN e.ended END,
    e.memory_peak_mb, e.cpu_ms, e.error_type, e.error, e.stack_trace, e.result, e.counters, e.metadata
  FROM parsed p
  CROSS JOIN LATERAL json_to_recordset(p.executions) AS e (id bigint, attempt int, status rota.outcome, ended rota.state, queue text, schedule bigint,
    worker text, retries smallint, due_at timestamptz, started_at timestamptz, finished_at timestamptz, error_type text, error text,
    stack_trace text, result json, counters jsonb, cpu_ms bigint, memory_peak_mb int, metadata jsonb)
  LEFT JOIN rota.route r ON r.queue = e.queue AND r.kind = p.kind AND r.requires = p.requires AND coalesce(r.tenant, '') = coalesce(p.tenant, '')
  ON CONFLICT (id) DO NOTHING RETURNING id
),
ends AS (
  INSERT INTO rota.ended (job, state, ended_at, route, attempt, retries, ended_by, reason)
  SELECT p.id, x.state, x.at, p.route, x.attempt, x.retries, x.by, x.reason
  FROM parsed p
  CROSS JOIN LATERAL json_to_record(p.ended) AS x (state rota.state, at timestamptz, by text, reason text, attempt int, retries smallint)
  WHERE p.ended IS NOT NULL AND NOT p.live
  ON CONFLICT (job) DO NOTHING
),
told AS (
  INSERT INTO rota.progress (job, percent, message, details, at)
  SELECT p.id, x.percent, x.message, x.details, x.at
  FROM parsed p JOIN jobs s ON s.id = p.id
  CROSS JOIN LATERAL json_to_record(p.progress) AS x (percent smallint, message text, details json, at timestamptz)
  WHERE p.progress IS NOT NULL
  ON CONFLICT (job) DO NOTHING
),
kin AS (
  INSERT INTO rota.dependency (job, parent, name, on_failure, waived)
  SELECT p.id, x.id, x.name, x.on_failure, x.waived
  FROM parsed p JOIN jobs s ON s.id = p.id
  CROSS JOIN LATERAL json_to_recordset(p.parents) AS x (id bigint, name text, on_failure rota.on_parent_failure, waived boolean)
  WHERE p.parents IS NOT NULL
  ON CONFLICT (job, parent) DO NOTHING
)
SELECT (SELECT count(*) FROM jobs) AS jobs, (SELECT count(*) FROM executions) AS executions
