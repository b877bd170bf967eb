-- Tells which of these executions still hold their lease.
-- index: run_pkey
-- locks: none
SELECT r.fence FROM unnest(:jobs::bigint[], :fences::bigint[]) AS u (job, fence) JOIN rota.run r ON r.job = u.job AND r.fence = u.fence
