-- Creates a queue or changes its settings; pause is left as it is.
-- index: queue_pkey
-- locks: queue row
INSERT INTO rota.queue AS q (name, node_limit, cluster_limit, rate_count, rate_period, max_retries, retry, timeout, recovery_boost, limits)
VALUES (:name, :node_limit::int, :cluster_limit::int, :rate_count::int, :rate_period_ms::bigint * interval '1 millisecond',
  :max_retries::smallint, :retry::rota.retry_policy, :timeout_ms::bigint * interval '1 millisecond', :recovery_boost::smallint, :limits::text::rota.limits)
ON CONFLICT (name) DO UPDATE SET node_limit = excluded.node_limit, cluster_limit = excluded.cluster_limit,
  rate_count = excluded.rate_count, rate_period = excluded.rate_period, max_retries = excluded.max_retries,
  retry = excluded.retry, timeout = excluded.timeout, recovery_boost = excluded.recovery_boost, limits = excluded.limits
