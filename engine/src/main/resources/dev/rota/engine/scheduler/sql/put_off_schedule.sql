-- Looks at a schedule that cannot be judged again in a minute.
-- index: schedule_pkey
-- locks: schedule row that the caller has locked
UPDATE rota.schedule SET wake_at = rota.clock() + interval '1 minute' WHERE id = :id
