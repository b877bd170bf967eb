-- Forgets what a schedule had before it was migrated.
-- index: cron_migration_pkey
-- locks: cron_migration row
DELETE FROM rota.cron_migration m WHERE m.schedule = :schedule
