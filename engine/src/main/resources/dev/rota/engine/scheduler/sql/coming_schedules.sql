-- Tells the schedules that the scheduler looks at next, and so those whose next times come first.
-- index: schedule_wake_at
-- locks: none
SELECT s.*, (s.retry).base AS retry_base, (s.retry).factor AS retry_factor, (s.retry).cap AS retry_cap, (s.retry).jitter AS retry_jitter,
  rota.clock() AS now
FROM rota.schedule s WHERE s.wake_at IS NOT NULL ORDER BY s.wake_at LIMIT :max
