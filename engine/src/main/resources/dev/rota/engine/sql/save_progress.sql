-- Keeps the latest progress of running executions, from 0 to 100.
-- index: progress_pkey
-- locks: progress rows by job
INSERT INTO rota.progress (job, percent, message, at)
SELECT u.job, least(100, greatest(0, u.percent)), u.message, rota.clock()
FROM unnest(:jobs::bigint[], :fences::bigint[], :percents::int[], :messages::text[]) AS u (job, fence, percent, message)
CROSS JOIN LATERAL (SELECT FROM rota.run r WHERE r.job = u.job AND r.fence = u.fence OFFSET 0) r
ORDER BY u.job
ON CONFLICT (job) DO UPDATE SET percent = excluded.percent, message = excluded.message, at = excluded.at
