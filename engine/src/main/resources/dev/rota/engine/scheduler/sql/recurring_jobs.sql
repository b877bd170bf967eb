-- Tells recurring jobs, newest first, with their last run and the state that both together make: what a person decided
-- comes before the run, the run before the wait for the next.
-- index: recurring_job_pkey
-- locks: none
SELECT * FROM (
  SELECT s.*, (s.retry).base AS retry_base, (s.retry).factor AS retry_factor, (s.retry).cap AS retry_cap, (s.retry).jitter AS retry_jitter,
    c.interval_type, c.schedule_time, c.cancelled_at,
    v.id AS run, v.state AS run_state, v.attempt AS run_attempt, v.retries AS run_retries, v.run_at, v.started_at AS run_started_at,
    v.finished_at AS run_finished_at, v.error AS run_error, v.result AS run_result, v.progress AS run_progress,
    v.progress_message AS run_progress_message, v.cancel AS run_cancel, v.fence AS run_fence, v.waiting_on AS run_waiting_on,
    CASE WHEN c.cancelled_at IS NOT NULL AND s.halted_at IS NOT NULL THEN 'cancelled'
      WHEN v.state = 'running' THEN 'running'
      WHEN s.halted_at IS NOT NULL AND (v.state IS NULL OR v.state IN ('failed', 'cancelled')) THEN 'failed'
      WHEN s.paused_at IS NOT NULL THEN 'paused'
      WHEN v.state IN ('pending', 'scheduled', 'paused') THEN v.state
      WHEN s.next_run_at IS NOT NULL THEN 'scheduled'
      WHEN v.state = 'failed' THEN 'failed'
      ELSE 'completed' END::rota.state AS state
  FROM rota.recurring_job c
  JOIN rota.schedule s ON s.id = c.schedule
  LEFT JOIN rota.jobs v ON v.id = s.last_job
  WHERE c.schedule < :before
    AND (:queue::text IS NULL OR s.queue = :queue) AND (:kind::text IS NULL OR s.kind = :kind)
    AND (:tag::text IS NULL OR s.tags @> ARRAY[:tag::text])
  ORDER BY c.schedule DESC) r
WHERE cardinality(:states::rota.state[]) = 0 OR r.state = ANY (:states::rota.state[])
ORDER BY r.id DESC LIMIT :max
