-- Lets a recurring job go by a name of its own once the idempotency key that it was named by is a day old.
-- index: schedule_name_key
-- locks: schedule row
UPDATE rota.schedule s SET name = 'job ' || gen_random_uuid()
WHERE s.name = :name AND s.created_at <= rota.clock() - interval '24 hours'
