-- Signs a worker off.
-- index: worker_live
-- locks: worker row
UPDATE rota.worker SET stopped_at = rota.clock(), lease_until = rota.clock() WHERE id = :worker AND stopped_at IS NULL
