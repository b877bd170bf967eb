-- Tells the fates that times of schedules have already, from an instant on.
-- index: occurrence_pkey
-- locks: none
SELECT u.schedule, o.planned_at, o.fate
FROM unnest(:schedules::bigint[], :froms::timestamptz[]) AS u (schedule, from_at)
CROSS JOIN LATERAL (
  SELECT x.planned_at, x.fate FROM rota.occurrence x
  WHERE x.schedule = u.schedule AND x.planned_at >= u.from_at
  ORDER BY x.planned_at LIMIT 20000) o
