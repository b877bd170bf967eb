-- Tells every queue, or one, with its settings.
-- index: none
-- locks: none
SELECT name, paused, paused_at, node_limit, cluster_limit, rate_count, (extract(epoch FROM rate_period) * 1000)::bigint AS rate_period_ms,
  max_retries, (extract(epoch FROM (retry).base) * 1000)::bigint AS retry_base_ms, (retry).factor AS retry_factor,
  (extract(epoch FROM (retry).cap) * 1000)::bigint AS retry_cap_ms, (retry).jitter AS retry_jitter,
  (extract(epoch FROM timeout) * 1000)::bigint AS timeout_ms, recovery_boost,
  (limits).cpu AS cpu_limit, (limits).memory_mb AS memory_limit_mb
FROM rota.queue WHERE :name::text IS NULL OR name = :name ORDER BY name
