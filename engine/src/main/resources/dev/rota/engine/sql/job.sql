-- Tells all there is to know of one job.
-- index: job_pkey
-- locks: none
SELECT * FROM rota.jobs WHERE id = :job
