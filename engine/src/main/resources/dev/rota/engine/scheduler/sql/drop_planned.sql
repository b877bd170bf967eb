-- Deletes the schedules of plans that are gone, disabled or have no trigger, and of targets that are gone or do not count any
-- more; their times that still wait are missed.
-- index: occurrence_deferred
-- locks: schedule rows, then their occurrence rows
WITH dropped AS (
  DELETE FROM rota.schedule s
  WHERE s.plan IS NOT NULL AND NOT EXISTS (
    SELECT FROM rota.plan p LEFT JOIN rota.target t ON t.id = s.target
    WHERE p.id = s.plan AND p.enabled AND p.trigger IS NOT NULL AND (p.target_kind IS NULL) = (s.target IS NULL)
      AND (s.target IS NULL OR t.kind = p.target_kind AND t.active AND (t.approved OR NOT p.only_approved)))
  RETURNING s.id
),
missed AS (
  UPDATE rota.occurrence o SET fate = 'missed', decided_at = rota.clock(), reason = 'the schedule was deleted'
  FROM dropped d WHERE o.schedule = d.id AND o.fate = 'deferred'
)
SELECT count(*) AS dropped FROM dropped
