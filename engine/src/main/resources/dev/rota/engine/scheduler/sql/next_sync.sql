-- How long until a source is to be read again, in milliseconds, at the most so long.
-- index: none, there are few
-- locks: none
SELECT least((extract(epoch FROM min(s.next_sync_at) - rota.clock()) * 1000)::bigint, :most_ms::bigint) AS wait_ms
FROM rota.target_source s WHERE s.enabled
