-- Tells the schedules of a queue and kind in the order of their making, some of them, and how many there are.
-- index: none
-- locks: none
SELECT s.*, (s.retry).base AS retry_base, (s.retry).factor AS retry_factor, (s.retry).cap AS retry_cap, (s.retry).jitter AS retry_jitter,
  l.live, rota.clock() AS now
FROM rota.schedule s
CROSS JOIN LATERAL (SELECT count(*) > 0 AS live FROM (SELECT FROM rota.live x WHERE x.job = s.last_job LIMIT 1) x) l
WHERE s.queue = :queue AND s.kind = :kind
ORDER BY s.id LIMIT :max OFFSET :skip
