-- Counts the live workers: all, those with some capabilities, and of these the ones that have asked for a queue and kind.
-- index: worker_live
-- locks: none
SELECT count(*) AS live, count(*) FILTER (WHERE w.capabilities @> :requires::text[]) AS able,
  count(*) FILTER (WHERE w.capabilities @> :requires::text[]
    AND EXISTS (SELECT FROM rota.serving s WHERE s.queue = :queue AND s.kind IN ('', :kind) AND s.worker = w.id)) AS serving
FROM rota.worker w WHERE w.stopped_at IS NULL AND w.lease_until > rota.clock()
