-- Enters a worker with a lease of its own.
-- index: none
-- locks: none
INSERT INTO rota.worker (name, version, host, pid, capabilities, started_at, beat_at, lease_until)
VALUES (:name, :version, :host, :pid::bigint, :capabilities::text[], rota.clock(), rota.clock(),
  rota.clock() + :lease_ms::bigint * interval '1 millisecond')
RETURNING id
