-- Forgets starts that no longer count against a queue's rate.
-- index: none
-- locks: rate_grant rows
DELETE FROM rota.rate_grant g USING rota.queue q
WHERE q.name = g.queue AND (q.rate_period IS NULL OR g.at <= rota.clock() - q.rate_period)
