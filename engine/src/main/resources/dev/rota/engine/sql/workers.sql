-- Lists the workers that are alive, and those that were heard within a time, with what they run.
-- index: none
-- locks: none
SELECT w.*, w.pid IS NULL AS remote, w.stopped_at IS NULL AND w.lease_until > rota.clock() AS alive,
  (SELECT count(*) FROM rota.run r WHERE r.worker = w.id) AS running
FROM rota.worker w
WHERE w.stopped_at IS NULL OR w.stopped_at > rota.clock() - :since_ms::bigint * interval '1 millisecond'
ORDER BY w.id
