-- Creates a schedule, or gives the one of that name another definition and another next time if it may replace it.
-- index: schedule_name_key
-- locks: schedule row
INSERT INTO rota.schedule AS s (id, name, created_by, kind, queue, payload, priority, max_retries, retry, timeout,
  concurrency_key, concurrency_limit, unique_key, requires, tags, metadata, trigger, time_zone, starts_at, ends_at, dst_gap, dst_overlap,
  from_completion, overlap, on_failure, catchup_max, catchup_age, catchup_spread, jitter, plan, target, next_run_at, wake_at, updated_at,
  tenant, cpu_limit, memory_limit_mb)
VALUES (rota.next_id(), :name, :actor, :kind, :queue, :payload, :priority, :max_retries::smallint,
  CASE WHEN :retry_base_ms::bigint IS NOT NULL THEN ROW (:retry_base_ms::bigint * interval '1 millisecond',
    :retry_factor::double precision, :retry_cap_ms::bigint * interval '1 millisecond',
    :retry_jitter::double precision)::rota.retry_policy END,
  :timeout_ms::bigint * interval '1 millisecond', :concurrency_key, :concurrency_limit::int, :unique_key, :requires::text[], :tags::text[],
  :metadata::jsonb, :trigger, :time_zone, :starts_at::timestamptz, :ends_at::timestamptz, :dst_gap, :dst_overlap,
  :from_completion, :overlap, :on_failure, :catchup_max::int, :catchup_age_ms::bigint * interval '1 millisecond',
  :catchup_spread_ms::bigint * interval '1 millisecond', :jitter_ms::bigint * interval '1 millisecond', :plan::bigint,
  :target::bigint, :next_run_at::timestamptz, :wake_at::timestamptz, rota.clock(),
  :tenant::text, :cpu_limit_ms::bigint * interval '1 millisecond', :memory_limit_mb::int)
ON CONFLICT (name) DO UPDATE SET kind = excluded.kind, queue = excluded.queue, payload = excluded.payload,
  priority = excluded.priority, max_retries = excluded.max_retries, retry = excluded.retry, timeout = excluded.timeout,
  concurrency_key = excluded.concurrency_key, concurrency_limit = excluded.concurrency_limit, unique_key = excluded.unique_key, requires = excluded.requires,
  tags = excluded.tags, metadata = excluded.metadata, trigger = excluded.trigger, time_zone = excluded.time_zone,
  starts_at = excluded.starts_at, ends_at = excluded.ends_at, dst_gap = excluded.dst_gap, dst_overlap = excluded.dst_overlap,
  from_completion = excluded.from_completion, overlap = excluded.overlap, on_failure = excluded.on_failure,
  catchup_max = excluded.catchup_max, catchup_age = excluded.catchup_age, catchup_spread = excluded.catchup_spread,
  jitter = excluded.jitter, plan = excluded.plan, target = excluded.target, next_run_at = excluded.next_run_at,
  wake_at = excluded.wake_at, noted_to = CASE WHEN :keeps_times THEN s.noted_to END,
  updated_at = excluded.updated_at, tenant = excluded.tenant, cpu_limit = excluded.cpu_limit,
  memory_limit_mb = excluded.memory_limit_mb
WHERE :replace
RETURNING s.id
