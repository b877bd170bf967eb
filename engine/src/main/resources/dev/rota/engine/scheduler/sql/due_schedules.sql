-- Takes schedules whose time to be looked at has come, and tells whether the last job of each is live.
-- index: schedule_wake_at
-- locks: schedule rows (skip locked)
SELECT s.*, (s.retry).base AS retry_base, (s.retry).factor AS retry_factor, (s.retry).cap AS retry_cap, (s.retry).jitter AS retry_jitter,
  EXISTS (SELECT FROM rota.live l WHERE l.job = s.last_job) AS live, rota.clock() AS now
FROM rota.schedule s WHERE s.wake_at <= rota.clock()
ORDER BY s.wake_at LIMIT :max
FOR UPDATE OF s SKIP LOCKED
