-- Gives planned times their fates; a time that has one keeps it, unless that one may be replaced. Tells those that took effect,
-- and leaves a note of those that passed without a run, if somebody listens.
-- index: occurrence_pkey
-- locks: occurrence rows of schedules that the caller has locked
WITH written AS (
  INSERT INTO rota.occurrence AS o (schedule, planned_at, decided_at, run_at, fate, deferrals, reason)
  SELECT u.schedule, u.planned_at, :now::timestamptz, u.run_at, u.fate, u.deferrals, u.reason
  FROM unnest(:schedules::bigint[], :planned_ats::timestamptz[], :run_ats::timestamptz[], :fates::rota.fate[], :deferrals::int[],
    :reasons::text[]) AS u (schedule, planned_at, run_at, fate, deferrals, reason)
  ON CONFLICT (schedule, planned_at) DO UPDATE SET decided_at = excluded.decided_at, run_at = excluded.run_at,
    fate = excluded.fate, reason = coalesce(excluded.reason, CASE WHEN o.fate = 'deferred' THEN o.reason END)
  WHERE o.fate = ANY (:replaceable::rota.fate[]) AND excluded.fate <> 'deferred'
  RETURNING o.schedule, o.planned_at, o.fate, o.reason
),
told_webhooks AS (
  INSERT INTO rota.webhook_note (event, schedule, details)
  SELECT 'schedule.missed', schedule, jsonb_build_object('planned_at', min(planned_at), 'last_planned_at', max(planned_at),
    'times', count(*), 'fate', fate, 'reason', min(reason))
  FROM written
  WHERE fate IN ('missed', 'dropped') AND (SELECT 1 FROM rota.webhook_ear e WHERE e.event = 'schedule.missed' LIMIT 1) IS NOT NULL
  GROUP BY schedule, fate
)
SELECT schedule, planned_at, fate FROM written
