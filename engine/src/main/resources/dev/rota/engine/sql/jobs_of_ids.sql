-- Tells all there is to know of some jobs, newest first.
-- index: job_pkey
-- locks: none
SELECT v.*, EXISTS (SELECT FROM rota.delayed d WHERE d.job = v.id AND d.held) AS held, rota.clock() AS now
FROM unnest(:jobs::bigint[]) AS u (job)
CROSS JOIN LATERAL (SELECT * FROM rota.jobs v WHERE v.id = u.job OFFSET 0) v
ORDER BY u.job DESC
