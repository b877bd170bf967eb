-- Tells the ends that others may wait for, oldest first.
-- index: job_end_pkey
-- locks: none
SELECT id, job, state::text AS state FROM rota.job_end ORDER BY id LIMIT :max
