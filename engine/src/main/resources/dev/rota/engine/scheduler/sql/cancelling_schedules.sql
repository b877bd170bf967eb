-- Tells the schedules whose time has come and that cancel the job before, while that job is live.
-- index: schedule_cancels
-- locks: none
SELECT s.*, (s.retry).base AS retry_base, (s.retry).factor AS retry_factor, (s.retry).cap AS retry_cap, (s.retry).jitter AS retry_jitter,
  true AS live, rota.clock() AS now
FROM rota.schedule s
WHERE s.wake_at <= rota.clock() AND s.overlap = 'cancel' AND EXISTS (SELECT FROM rota.live l WHERE l.job = s.last_job)
ORDER BY s.wake_at LIMIT :max
