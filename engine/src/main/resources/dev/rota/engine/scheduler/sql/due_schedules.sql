-- Takes schedules whose time to be looked at has come, and tells whether the last job of each is live.
-- index: schedule_wake_at
-- locks: schedule rows (skip locked)
SELECT s.*, (s.retry).base AS retry_base, (s.retry).factor AS retry_factor, (s.retry).cap AS retry_cap, (s.retry).jitter AS retry_jitter,
  l.live, rota.clock() AS now
FROM rota.schedule s
CROSS JOIN LATERAL (SELECT count(*) > 0 AS live FROM (SELECT FROM rota.live x WHERE x.job = s.last_job LIMIT 1) x) l
WHERE s.wake_at <= rota.clock()
ORDER BY s.wake_at LIMIT :max
FOR UPDATE OF s SKIP LOCKED
