-- Adds to what a worker is known to be capable of.
-- index: worker_live
-- locks: worker row
UPDATE rota.worker SET capabilities = ARRAY(SELECT DISTINCT c FROM unnest(capabilities || :capabilities::text[]) c ORDER BY c)
WHERE id = :worker AND stopped_at IS NULL AND NOT capabilities @> :capabilities::text[]
