-- Finds the executions of workers that are gone; only asked when there is such a worker.
-- index: none
-- locks: none
SELECT job, fence FROM rota.run WHERE lease_until IS NULL AND worker = ANY (:workers::int[]) LIMIT :max
