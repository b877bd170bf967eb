-- Takes schedules that wait for the end of a job that has ended, or that never was: its end got lost.
-- index: schedule_waits
-- locks: schedule rows (skip locked)
SELECT s.*, (s.retry).base AS retry_base, (s.retry).factor AS retry_factor, (s.retry).cap AS retry_cap, (s.retry).jitter AS retry_jitter,
  (SELECT j.finished_at FROM rota.jobs j WHERE j.id = s.last_job) AS ended_at, rota.clock() AS now
FROM rota.schedule s
WHERE s.from_completion AND s.wake_at IS NULL AND s.halted_at IS NULL AND (s.ends_at IS NULL OR s.ends_at > rota.clock())
  AND NOT EXISTS (SELECT FROM rota.live l WHERE l.job = s.last_job)
  AND NOT EXISTS (SELECT FROM rota.schedule_end e WHERE e.schedule = s.id)
ORDER BY s.id LIMIT :max
FOR UPDATE OF s SKIP LOCKED
