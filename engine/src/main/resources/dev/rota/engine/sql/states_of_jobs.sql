-- Tells the states of some jobs.
-- index: job_pkey
-- locks: none
SELECT j.id AS job, coalesce(l.state, e.ended, x.state)::text AS state
FROM unnest(:jobs::bigint[]) AS u (job)
CROSS JOIN LATERAL (SELECT id FROM rota.job WHERE id = u.job OFFSET 0) j
LEFT JOIN LATERAL (SELECT l.job, l.state FROM rota.live l WHERE l.job = j.id LIMIT 1) l ON true
LEFT JOIN LATERAL (SELECT e.ended FROM rota.execution e WHERE e.job = j.id AND l.job IS NULL AND e.ended IS NOT NULL LIMIT 1) e ON true
LEFT JOIN LATERAL (SELECT x.state FROM rota.ended x WHERE x.job = j.id AND l.job IS NULL) x ON true
