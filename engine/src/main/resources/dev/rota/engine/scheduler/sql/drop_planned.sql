-- Deletes the schedules of plans that are gone, disabled or have no trigger, and of targets that are gone or do not count any
-- more; their times that had come and were not decided are missed, or skipped if they passed in a pause.
-- index: occurrence_deferred
-- locks: schedule rows
WITH dropped AS (
  DELETE FROM rota.schedule s
  WHERE s.plan IS NOT NULL AND NOT EXISTS (
    SELECT FROM rota.plan p LEFT JOIN rota.target t ON t.id = s.target
    WHERE p.id = s.plan AND p.enabled AND p.trigger IS NOT NULL AND (p.target_kind IS NULL) = (s.target IS NULL)
      AND (s.target IS NULL OR t.kind = p.target_kind AND t.active AND (t.approved OR NOT p.only_approved)))
  RETURNING s.*
),
undecided AS (
  INSERT INTO rota.arrears (schedule, from_at, to_at, decided_at, fate, reason, trigger, time_zone, starts_at, ends_at, dst_gap, dst_overlap)
  SELECT d.id, u.from_at, u.to_at, rota.clock(), u.fate, u.reason, d.trigger, d.time_zone, d.starts_at, d.ends_at, d.dst_gap, d.dst_overlap
  FROM dropped d
  CROSS JOIN LATERAL (SELECT min(o.planned_at) AS planned_at FROM rota.occurrence o WHERE o.schedule = d.id AND o.fate = 'deferred') w
  CROSS JOIN LATERAL (VALUES
    (1, CASE WHEN d.paused_at IS NOT NULL THEN greatest(d.next_run_at, d.paused_at) END, rota.clock(), 'skipped_paused'::rota.fate, NULL),
    (2, least(d.next_run_at, w.planned_at), greatest(rota.clock(), d.noted_to), 'missed', 'the schedule was deleted'))
    AS u (place, from_at, to_at, fate, reason)
  WHERE u.from_at <= rota.clock() AND NOT d.from_completion
  ORDER BY d.id, u.place
)
SELECT count(*) AS dropped FROM dropped
