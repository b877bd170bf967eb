-- Notes on schedules how their jobs ended, and on targets when they were last a success.
-- index: schedule_pkey
-- locks: schedule rows that the caller has locked, target rows
WITH noted AS (
  UPDATE rota.schedule s SET completed = s.completed + u.completed, failed = s.failed + u.failed,
    cancelled = s.cancelled + u.cancelled, last_success_at = greatest(s.last_success_at, u.success_at),
    last_failure_at = greatest(s.last_failure_at, u.failure_at), halted_at = u.halted_at, halted_job = u.halted_job,
    next_run_at = u.next_run_at, wake_at = u.wake_at
  FROM unnest(:ids::bigint[], :completed::int[], :failed::int[], :cancelled::int[], :success_ats::timestamptz[],
    :failure_ats::timestamptz[], :halted_ats::timestamptz[], :halted_jobs::bigint[], :next_run_ats::timestamptz[],
    :wake_ats::timestamptz[]) AS u (id, completed, failed, cancelled, success_at, failure_at, halted_at, halted_job, next_run_at, wake_at)
  WHERE s.id = u.id
  RETURNING s.target, u.success_at
)
UPDATE rota.target t SET last_success_at = greatest(t.last_success_at, n.success_at)
FROM (SELECT target, max(success_at) AS success_at FROM noted WHERE target IS NOT NULL AND success_at IS NOT NULL GROUP BY target) n
WHERE t.id = n.target
