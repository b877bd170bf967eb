-- Tells every execution that the database believes a worker to hold, but for those with leases of their own.
-- index: none
-- locks: none
SELECT job, fence FROM rota.run WHERE worker = :worker AND lease_until IS NULL
