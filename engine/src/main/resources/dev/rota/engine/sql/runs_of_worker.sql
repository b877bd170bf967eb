-- Tells every execution that the database believes a worker to hold.
-- index: none
-- locks: none
SELECT job, fence FROM rota.run WHERE worker = :worker
