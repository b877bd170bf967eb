-- Deletes a schedule; its jobs and its occurrences stay.
-- index: schedule_name_key
-- locks: schedule row
DELETE FROM rota.schedule WHERE name = :name
