-- Gives planned times their fates; a time that has one keeps it, unless that one may be replaced. Tells those that took effect.
-- index: occurrence_pkey
-- locks: occurrence rows of schedules that the caller has locked
INSERT INTO rota.occurrence AS o (schedule, planned_at, decided_at, run_at, fate, deferrals, reason)
SELECT u.schedule, u.planned_at, :now::timestamptz, u.run_at, u.fate, u.deferrals, u.reason
FROM unnest(:schedules::bigint[], :planned_ats::timestamptz[], :run_ats::timestamptz[], :fates::rota.fate[], :deferrals::int[],
  :reasons::text[]) AS u (schedule, planned_at, run_at, fate, deferrals, reason)
ON CONFLICT (schedule, planned_at) DO UPDATE SET decided_at = excluded.decided_at, run_at = excluded.run_at,
  fate = excluded.fate, reason = coalesce(excluded.reason, CASE WHEN o.fate = 'deferred' THEN o.reason END)
WHERE o.fate = ANY (:replaceable::rota.fate[]) AND excluded.fate <> 'deferred'
RETURNING o.schedule, o.planned_at, o.fate
