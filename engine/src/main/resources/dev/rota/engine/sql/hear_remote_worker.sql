-- Notes that a remote worker was heard.
-- index: worker_live
-- locks: worker row
UPDATE rota.worker SET beat_at = rota.clock(), lease_until = rota.clock() + :lease_ms::bigint * interval '1 millisecond'
WHERE stopped_at IS NULL AND name = :name AND pid IS NULL
