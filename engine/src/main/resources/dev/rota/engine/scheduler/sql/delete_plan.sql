-- Forgets a plan and writes down who did it; its schedules have none then, and are dropped.
-- index: plan_name_key
-- locks: plan row
WITH done AS (
  DELETE FROM rota.plan p WHERE p.name = :name
  RETURNING p.name
)
INSERT INTO rota.event (type, actor, details)
SELECT 'plan.deleted', :actor, jsonb_build_object('plan', name) FROM done
