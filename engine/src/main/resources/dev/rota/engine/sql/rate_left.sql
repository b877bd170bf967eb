-- Tells how many jobs of a queue may still start within its period; runs as the statement after lock_rate.
-- index: rate_grant_queue
-- locks: none
SELECT q.rate_count - coalesce((
    SELECT sum(g.starts) FROM rota.rate_grant g WHERE g.queue = q.name AND g.at > rota.clock() - q.rate_period), 0)::int AS starts
FROM rota.queue q WHERE q.name = :queue AND q.rate_count IS NOT NULL
