-- Plans with the number of their schedules: one of them, or all.
-- index: schedule_plan_target_key
-- locks: none
SELECT p.id, p.name, p.created_at, p.enabled, p.target_kind, p.only_approved, p.one_per_target, p.kind, p.queue, p.payload,
  p.priority, p.max_retries, p.timeout, p.tags, p.trigger, p.time_zone, p.phase, p.overlap, p.on_failure,
  p.catchup_max, p.catchup_age, p.catchup_spread, p.jitter, p.stale_after, p.tenant,
  (SELECT count(*) FROM rota.schedule s WHERE s.plan = p.id) AS schedules
FROM rota.plan p WHERE :name::text IS NULL OR p.name = :name::text
ORDER BY p.name
