-- Stores a plan, new or changed, and writes down who did it.
-- index: plan_name_key
-- locks: plan row
WITH done AS (
  INSERT INTO rota.plan (id, name, enabled, target_kind, only_approved, one_per_target, kind, queue, payload, priority, max_retries,
    timeout, tags, trigger, time_zone, phase, overlap, on_failure, catchup_max, catchup_age, catchup_spread, jitter, stale_after,
    next_stale_check_at, tenant)
  VALUES (rota.next_id(), :name, :enabled::boolean, :target_kind::text, :only_approved::boolean, :one_per_target::boolean, :kind, :queue,
    :payload, :priority::smallint, :max_retries::smallint, :timeout_ms::bigint * interval '1 millisecond', :tags::text[],
    :trigger::text, :time_zone, :phase_ms::bigint * interval '1 millisecond', :overlap, :on_failure, :catchup_max::int,
    :catchup_age_ms::bigint * interval '1 millisecond', :catchup_spread_ms::bigint * interval '1 millisecond',
    :jitter_ms::bigint * interval '1 millisecond', :stale_after_ms::bigint * interval '1 millisecond', rota.clock(), :tenant::text)
  ON CONFLICT (name) DO UPDATE SET enabled = excluded.enabled, target_kind = excluded.target_kind,
    only_approved = excluded.only_approved, one_per_target = excluded.one_per_target, kind = excluded.kind, queue = excluded.queue,
    payload = excluded.payload, priority = excluded.priority, max_retries = excluded.max_retries, timeout = excluded.timeout,
    tags = excluded.tags, trigger = excluded.trigger, time_zone = excluded.time_zone, phase = excluded.phase,
    overlap = excluded.overlap, on_failure = excluded.on_failure, catchup_max = excluded.catchup_max,
    catchup_age = excluded.catchup_age, catchup_spread = excluded.catchup_spread, jitter = excluded.jitter,
    stale_after = excluded.stale_after, tenant = excluded.tenant, updated_at = rota.clock()
  RETURNING name
)
INSERT INTO rota.event (type, actor, details)
SELECT 'plan.changed', :actor, jsonb_build_object('plan', name) FROM done
