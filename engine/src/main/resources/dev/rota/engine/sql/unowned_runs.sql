-- Finds executions whose worker signed off or is not known: a slow safety net.
-- index: none
-- locks: none
SELECT r.job, r.fence FROM rota.run r
WHERE r.lease_until IS NULL
  AND NOT EXISTS (SELECT FROM rota.worker w WHERE w.id = r.worker AND w.stopped_at IS NULL)
LIMIT :max
