-- Tells when the next job of a queue may start, if as many as its rate allows have started within its period.
-- index: rate_grant_queue
-- locks: none
SELECT min(g.at) + min(q.rate_period) AS free_at
FROM rota.queue q JOIN rota.rate_grant g ON g.queue = q.name AND g.at > rota.clock() - q.rate_period
WHERE q.name = :queue
HAVING sum(g.starts) >= min(q.rate_count)
