-- Finds and locks workers whose lease is over; their renewal waits, and then finds itself dead.
-- index: worker_live
-- locks: worker rows
SELECT id FROM rota.worker WHERE stopped_at IS NULL AND lease_until <= rota.clock() ORDER BY id FOR UPDATE SKIP LOCKED
