-- Tells when the first schedule wants to be looked at, and the time now.
-- index: schedule_wake_at
-- locks: none
SELECT (SELECT s.wake_at FROM rota.schedule s WHERE s.wake_at IS NOT NULL ORDER BY s.wake_at LIMIT 1) AS wake_at, rota.clock() AS now
