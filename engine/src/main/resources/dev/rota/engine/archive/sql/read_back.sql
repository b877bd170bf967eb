-- Stores jobs that are read back, with their executions and how they ended; what is there already is left alone.
-- index: none
-- locks: the new rows
WITH line AS MATERIALIZED (SELECT l.line::json AS j FROM unnest(:lines::text[]) AS l (line)),
parsed AS MATERIALIZED (
  SELECT j, (j ->> 'id')::bigint AS id, (j ->> 'state')::rota.state AS state, r.id AS route,
    EXISTS (SELECT FROM rota.live v WHERE v.job = (j ->> 'id')::bigint) AS live
  FROM line
  JOIN rota.route r ON r.queue = j ->> 'queue' AND r.kind = j ->> 'kind' AND r.requires = ARRAY(SELECT json_array_elements_text(j -> 'requires'))
    AND coalesce(r.tenant, '') = coalesce(j ->> 'tenant', '')
),
jobs AS (
  INSERT INTO rota.job (id, created_at, schedule, route, concurrency_limit, priority, max_retries, payload, retry, timeout, unique_key,
    concurrency_key, tags, metadata, trace, created_by)
  SELECT id, (j ->> 'created_at')::timestamptz, (j ->> 'schedule')::bigint, route, (j ->> 'concurrency_limit')::int, (j ->> 'priority')::smallint,
    (j ->> 'max_retries')::smallint, j -> 'payload',
    CASE WHEN json_typeof(j -> 'retry') = 'object' THEN ROW((j -> 'retry' ->> 'base_seconds')::float8 * interval '1 second',
      (j -> 'retry' ->> 'factor')::float8, (j -> 'retry' ->> 'cap_seconds')::float8 * interval '1 second',
      (j -> 'retry' ->> 'jitter')::float8)::rota.retry_policy END,
    (j ->> 'timeout_seconds')::float8 * interval '1 second', j ->> 'unique_key', j ->> 'concurrency_key',
    CASE WHEN json_typeof(j -> 'tags') = 'array' THEN ARRAY(SELECT json_array_elements_text(j -> 'tags')) END,
    CASE WHEN json_typeof(j -> 'metadata') <> 'null' THEN j -> 'metadata' END::jsonb, j ->> 'trace', j ->> 'created_by'
  FROM parsed WHERE state IS NOT NULL
  ON CONFLICT (id) DO NOTHING RETURNING id
),
executions AS (
  INSERT INTO rota.execution (id, job, started_at, finished_at, due_at, schedule, route, attempt, worker, retries, status, ended,
    memory_peak_mb, cpu_ms, error_type, error, stack_trace, result, counters, metadata)
  SELECT (e ->> 'id')::bigint, p.id, (e ->> 'started_at')::timestamptz, (e ->> 'finished_at')::timestamptz, (e ->> 'due_at')::timestamptz,
    (e ->> 'schedule')::bigint, coalesce(r.id, p.route), (e ->> 'attempt')::int,
    (SELECT max(w.id) FROM rota.worker w WHERE w.name = e ->> 'worker'), (e ->> 'retries')::smallint, (e ->> 'status')::rota.outcome,
    CASE WHEN NOT p.live THEN (e ->> 'ended')::rota.state END, (e ->> 'memory_peak_mb')::int, (e ->> 'cpu_ms')::bigint, e ->> 'error_type',
    e ->> 'error', e ->> 'stack_trace', CASE WHEN json_typeof(e -> 'result') <> 'null' THEN e -> 'result' END,
    CASE WHEN json_typeof(e -> 'counters') <> 'null' THEN e -> 'counters' END::jsonb,
    CASE WHEN json_typeof(e -> 'metadata') <> 'null' THEN e -> 'metadata' END::jsonb
  FROM parsed p
  CROSS JOIN LATERAL json_array_elements(p.j -> 'executions') e
  LEFT JOIN rota.route r ON r.queue = e ->> 'queue' AND r.kind = p.j ->> 'kind' AND coalesce(r.tenant, '') = coalesce(p.j ->> 'tenant', '')
    AND r.requires = ARRAY(SELECT json_array_elements_text(p.j -> 'requires'))
  ON CONFLICT (id) DO NOTHING RETURNING id
),
ends AS (
  INSERT INTO rota.ended (job, state, ended_at, route, attempt, retries, ended_by, reason)
  SELECT id, (j -> 'ended' ->> 'state')::rota.state, (j -> 'ended' ->> 'at')::timestamptz, route, (j -> 'ended' ->> 'attempt')::int,
    (j -> 'ended' ->> 'retries')::smallint, j -> 'ended' ->> 'by', j -> 'ended' ->> 'reason'
  FROM parsed WHERE json_typeof(j -> 'ended') = 'object' AND NOT live
  ON CONFLICT (job) DO NOTHING
),
told AS (
  INSERT INTO rota.progress (job, percent, message, details, at)
  SELECT p.id, (p.j -> 'progress' ->> 'percent')::smallint, p.j -> 'progress' ->> 'message',
    CASE WHEN json_typeof(p.j -> 'progress' -> 'details') <> 'null' THEN p.j -> 'progress' -> 'details' END, (p.j -> 'progress' ->> 'at')::timestamptz
  FROM parsed p JOIN jobs s ON s.id = p.id WHERE json_typeof(p.j -> 'progress') = 'object'
  ON CONFLICT (job) DO NOTHING
),
kin AS (
  INSERT INTO rota.dependency (job, parent, name, on_failure, waived)
  SELECT p.id, (d ->> 'id')::bigint, d ->> 'name', (d ->> 'on_failure')::rota.on_parent_failure, (d ->> 'waived')::boolean
  FROM parsed p JOIN jobs s ON s.id = p.id
  CROSS JOIN LATERAL json_array_elements(CASE WHEN json_typeof(p.j -> 'parents') = 'array' THEN p.j -> 'parents' ELSE '[]' END) d
  ON CONFLICT (job, parent) DO NOTHING
)
SELECT (SELECT count(*) FROM jobs) AS jobs, (SELECT count(*) FROM executions) AS executions
