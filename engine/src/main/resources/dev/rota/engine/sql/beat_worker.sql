-- Renews a worker's lease; a worker that was declared dead meanwhile is not answered.
-- index: worker_live
-- locks: worker row
UPDATE rota.worker SET beat_at = rota.clock(), lease_until = rota.clock() + :lease_ms::bigint * interval '1 millisecond'
WHERE id = :worker AND stopped_at IS NULL
RETURNING (SELECT count(*) FROM rota.worker w WHERE w.stopped_at IS NULL AND w.lease_until > rota.clock() AND w.id <> :worker) AS others
