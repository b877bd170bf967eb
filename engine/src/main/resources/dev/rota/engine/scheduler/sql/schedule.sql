-- Tells one schedule by its name or its id, and whether its last job is live.
-- index: none
-- locks: none
SELECT s.*, (s.retry).base AS retry_base, (s.retry).factor AS retry_factor, (s.retry).cap AS retry_cap, (s.retry).jitter AS retry_jitter,
  EXISTS (SELECT FROM rota.live l WHERE l.job = s.last_job) AS live, rota.clock() AS now
FROM rota.schedule s WHERE s.name = :name OR s.id = :id::bigint
