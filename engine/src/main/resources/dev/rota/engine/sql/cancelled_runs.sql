-- Tells which of a worker's executions somebody cancelled.
-- index: run_cancel
-- locks: none
SELECT job, fence FROM rota.run WHERE worker = :worker AND cancel
