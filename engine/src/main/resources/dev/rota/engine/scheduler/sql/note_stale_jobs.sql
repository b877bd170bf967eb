-- Remembers which jobs were made for stale targets.
-- index: stale_job_pkey
-- locks: stale_job rows
INSERT INTO rota.stale_job (plan, target, job)
SELECT :plan, g.target, g.job FROM unnest(:targets::bigint[], :jobs::bigint[]) AS g (target, job)
ON CONFLICT (plan, target) DO UPDATE SET job = excluded.job
