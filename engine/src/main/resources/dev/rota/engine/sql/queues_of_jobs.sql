-- Tells on which queues these jobs are.
-- index: job_pkey
-- locks: none
SELECT DISTINCT t.queue
FROM unnest(:jobs::bigint[]) AS u (job)
JOIN rota.job j ON j.id = u.job
JOIN rota.route t ON t.id = j.route
