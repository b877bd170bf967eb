-- Tells schedules in the order of their names, after one of them, and whether their last jobs are live.
-- index: none
-- locks: none
SELECT s.*, (s.retry).base AS retry_base, (s.retry).factor AS retry_factor, (s.retry).cap AS retry_cap, (s.retry).jitter AS retry_jitter,
  l.live, rota.clock() AS now
FROM rota.schedule s
CROSS JOIN LATERAL (SELECT count(*) > 0 AS live FROM (SELECT FROM rota.live x WHERE x.job = s.last_job LIMIT 1) x) l
WHERE s.name > :after AND (:queue::text IS NULL OR s.queue = :queue) AND (:kind::text IS NULL OR s.kind = :kind)
  AND (:plan::bigint IS NULL OR s.plan = :plan::bigint) AND (:target::bigint IS NULL OR s.target = :target::bigint)
  AND (:paused::boolean IS NULL OR (s.paused_at IS NOT NULL) = :paused::boolean)
ORDER BY s.name LIMIT :max
