-- Tells one schedule by its name or its id, and whether its last job is live.
-- index: none
-- locks: none
SELECT s.*, (s.retry).base AS retry_base, (s.retry).factor AS retry_factor, (s.retry).cap AS retry_cap, (s.retry).jitter AS retry_jitter,
  l.live, rota.clock() AS now
FROM rota.schedule s
CROSS JOIN LATERAL (SELECT count(*) > 0 AS live FROM (SELECT FROM rota.live x WHERE x.job = s.last_job LIMIT 1) x) l
WHERE s.name = :name OR s.id = :id::bigint
