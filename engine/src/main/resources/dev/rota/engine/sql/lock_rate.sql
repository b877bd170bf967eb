-- Locks a queue's rate until the claim commits: claims of a queue with a rate go one after the other.
-- index: queue_pkey
-- locks: queue row
SELECT name FROM rota.queue WHERE name = :queue FOR NO KEY UPDATE
