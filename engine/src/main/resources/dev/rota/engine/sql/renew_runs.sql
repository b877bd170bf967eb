-- Renews the leases of single executions, for workers whose jobs have leases of their own. An execution that is not
-- answered is lost.
-- index: run_pkey
-- locks: run rows by job
UPDATE rota.run r SET beat_at = rota.clock(), lease_until = rota.clock() + :lease_ms::bigint * interval '1 millisecond'
FROM unnest(:jobs::bigint[], :fences::bigint[]) AS u (job, fence)
WHERE r.job BETWEEN u.job AND u.job AND r.fence = u.fence
RETURNING r.job, r.fence, r.cancel
