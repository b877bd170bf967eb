-- Tells which of these executions still hold their lease. Each is looked up by itself: a join would read all that an old snapshot keeps of run.
-- index: run_pkey
-- locks: none
SELECT r.fence FROM unnest(:jobs::bigint[], :fences::bigint[]) AS u (job, fence)
CROSS JOIN LATERAL (SELECT r.fence FROM rota.run r WHERE r.job = u.job AND r.fence = u.fence OFFSET 0) r
