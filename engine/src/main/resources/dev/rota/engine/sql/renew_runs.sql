-- Renews the leases of single executions, for workers whose jobs have leases of their own.
-- index: run_pkey
-- locks: run rows by job
UPDATE rota.run r SET beat_at = rota.clock(), lease_until = rota.clock() + u.lease_ms * interval '1 millisecond'
FROM unnest(:jobs::bigint[], :fences::bigint[], :leases_ms::bigint[]) AS u (job, fence, lease_ms)
WHERE r.job = u.job AND r.fence = u.fence
RETURNING r.job, r.fence, r.cancel
