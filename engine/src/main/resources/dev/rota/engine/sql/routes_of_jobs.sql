-- Tells the routes of some jobs.
-- index: job_pkey
-- locks: none
SELECT j.id AS job, j.route FROM unnest(:jobs::bigint[]) AS u (job) JOIN rota.job j ON j.id = u.job
