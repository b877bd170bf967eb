-- Gives planned times of one schedule their rows; a time that has one keeps it, unless it only waited. Tells how many took effect.
-- index: occurrence_pkey
-- locks: occurrence rows
WITH written AS (
  INSERT INTO rota.occurrence AS o (schedule, planned_at, decided_at, fate, reason)
  SELECT :schedule, u.planned_at, :decided_at::timestamptz, u.fate, CASE WHEN u.fate = :fate::rota.fate THEN :reason END
  FROM unnest(:planned_ats::timestamptz[], :fates::rota.fate[]) AS u (planned_at, fate)
  ON CONFLICT (schedule, planned_at) DO UPDATE SET decided_at = excluded.decided_at, fate = excluded.fate, reason = excluded.reason
  WHERE o.fate = 'deferred' AND excluded.fate <> 'deferred'
  RETURNING o.planned_at, o.fate, o.reason
),
told_webhooks AS (
  INSERT INTO rota.webhook_note (event, schedule, details)
  SELECT 'schedule.missed', :schedule, jsonb_build_object('planned_at', min(planned_at), 'last_planned_at', max(planned_at),
    'times', count(*), 'fate', fate, 'reason', min(reason))
  FROM written
  WHERE fate IN ('missed', 'dropped') AND (SELECT 1 FROM rota.webhook_ear e WHERE e.event = 'schedule.missed' LIMIT 1) IS NOT NULL
  GROUP BY fate
)
SELECT fate, count(*) AS times FROM written GROUP BY fate
