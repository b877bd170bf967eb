-- Tells the limits of every queue that has any.
-- index: none
-- locks: none
SELECT name, node_limit, cluster_limit, rate_count, (extract(epoch FROM rate_period) * 1000)::bigint AS rate_period_ms,
  rota.slot_key(name) AS slot_key
FROM rota.queue WHERE node_limit IS NOT NULL OR cluster_limit IS NOT NULL OR rate_count IS NOT NULL
