-- Tells all there is to know of one job, whether a window has put it off, and the time.
-- index: job_pkey
-- locks: none
SELECT j.*, EXISTS (SELECT FROM rota.delayed d WHERE d.job = :job AND d.held) AS held, rota.clock() AS now
FROM rota.jobs j WHERE j.id = :job
