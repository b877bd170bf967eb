-- Every token that is good now, and for how long it still is.
-- index: none; tokens are few
-- locks: none
SELECT t.hash, t.name, t.role, t.queues, (extract(epoch FROM t.expires_at - rota.clock()) * 1000)::bigint AS left_ms
FROM rota.token t
WHERE t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > rota.clock())
