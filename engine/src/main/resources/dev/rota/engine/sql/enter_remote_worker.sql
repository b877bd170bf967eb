-- Enters a remote worker, or notes that it was heard: one row for each name and token while it is alive.
-- index: worker_live
-- locks: worker row
WITH known AS (
  UPDATE rota.worker w SET beat_at = rota.clock(), lease_until = rota.clock() + :lease_ms::bigint * interval '1 millisecond',
    version = coalesce(:version::text, w.version), host = coalesce(:host::text, w.host), capabilities = :capabilities::text[]
  WHERE w.id = (SELECT max(k.id) FROM rota.worker k WHERE k.stopped_at IS NULL AND k.name = :name AND k.pid IS NULL
      AND k.token IS NOT DISTINCT FROM :token::text)
    AND w.stopped_at IS NULL
  RETURNING w.id
),
entered AS (
  INSERT INTO rota.worker (name, version, host, capabilities, token, started_at, beat_at, lease_until)
  SELECT :name, :version::text, :host::text, :capabilities::text[], :token::text, rota.clock(), rota.clock(),
    rota.clock() + :lease_ms::bigint * interval '1 millisecond'
  WHERE NOT EXISTS (SELECT FROM known)
  RETURNING id
)
SELECT id FROM known UNION ALL SELECT id FROM entered
