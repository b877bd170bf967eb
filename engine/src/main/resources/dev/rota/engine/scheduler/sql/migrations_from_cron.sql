-- The schedules that were migrated from cron and are still there, with what they had before, and the time.
-- index: schedule_pkey
-- locks: none
SELECT m.schedule, s.name, m.cron, m.cron_starts_at, m.interval_minutes, rota.clock() AS now
FROM rota.cron_migration m JOIN rota.schedule s ON s.id = m.schedule
ORDER BY s.name
