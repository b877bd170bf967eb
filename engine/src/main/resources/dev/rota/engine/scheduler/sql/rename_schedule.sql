-- Gives a schedule another name, if that is free.
-- index: schedule_name_key
-- locks: schedule row
UPDATE rota.schedule s SET name = :to, updated_at = rota.clock()
WHERE s.name = :from AND NOT EXISTS (SELECT FROM rota.schedule o WHERE o.name = :to)
