-- Tells the schedules whose time has come and that cancel the job before, while that job is live.
-- index: schedule_cancels
-- locks: none
SELECT s.*, (s.retry).base AS retry_base, (s.retry).factor AS retry_factor, (s.retry).cap AS retry_cap, (s.retry).jitter AS retry_jitter,
  true AS live, rota.clock() AS now
FROM rota.schedule s
CROSS JOIN LATERAL (SELECT FROM rota.live x WHERE x.job = s.last_job LIMIT 1) l
WHERE s.wake_at <= rota.clock() AND s.overlap = 'cancel'
ORDER BY s.wake_at LIMIT :max
