-- Notes what a schedule had before it was migrated; what was noted first stays.
-- index: cron_migration_pkey
-- locks: cron_migration row
INSERT INTO rota.cron_migration (schedule, cron, cron_starts_at, interval_minutes, migrated_by)
VALUES (:schedule, :cron, :cron_starts_at::timestamptz, :interval_minutes, :actor)
ON CONFLICT (schedule) DO NOTHING
