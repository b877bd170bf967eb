-- Finds executions without a heartbeat, their own or their worker's, for this long.
-- index: none
-- locks: none
SELECT r.job, r.fence FROM rota.run r LEFT JOIN rota.worker w ON w.id = r.worker
WHERE greatest(r.beat_at, CASE WHEN r.lease_until IS NULL THEN w.beat_at END) <= rota.clock() - :silent_ms::bigint * interval '1 millisecond'
LIMIT :max
