-- Forgets a plan; its schedules have none then, and are dropped.
-- index: plan_name_key
-- locks: plan row
DELETE FROM rota.plan p WHERE p.name = :name
