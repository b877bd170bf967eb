-- Tells the fates that times of schedules have already, from an instant on; those that only wait are left out, unless asked for.
-- index: occurrence_pkey
-- locks: none
SELECT u.schedule, o.planned_at, o.fate
FROM unnest(:schedules::bigint[], :froms::timestamptz[], :looks::int[]) AS u (schedule, from_at, look)
CROSS JOIN LATERAL (
  SELECT x.planned_at, x.fate FROM rota.occurrence x
  WHERE x.schedule = u.schedule AND x.planned_at >= u.from_at
  ORDER BY x.planned_at LIMIT 2 * u.look) o
WHERE o.fate <> 'deferred' OR :deferred
