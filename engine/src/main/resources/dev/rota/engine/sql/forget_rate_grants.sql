-- Forgets starts that no longer count against a queue's rate, and those that a clock which stepped back has left so
-- far ahead that they would count for longer than a period.
-- index: none
-- locks: rate_grant rows
DELETE FROM rota.rate_grant g USING rota.queue q
WHERE q.name = g.queue AND (q.rate_period IS NULL OR g.at NOT BETWEEN rota.clock() - q.rate_period AND rota.clock() + q.rate_period)
