-- Finds executions whose own lease is over.
-- index: run_lease
-- locks: none
SELECT job, fence FROM rota.run WHERE lease_until <= rota.clock() ORDER BY lease_until LIMIT :max
