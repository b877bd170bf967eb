-- Puts down planned times of a schedule that share a fate and whose rows are written later.
-- index: schedule_pkey
-- locks: none
INSERT INTO rota.arrears (schedule, from_at, to_at, decided_at, fate, reason, trigger, time_zone, starts_at, ends_at, dst_gap, dst_overlap)
SELECT s.id, u.from_at, u.to_at, :now::timestamptz, u.fate, u.reason, s.trigger, s.time_zone, s.starts_at, s.ends_at, s.dst_gap, s.dst_overlap
FROM unnest(:schedules::bigint[], :from_ats::timestamptz[], :to_ats::timestamptz[], :fates::rota.fate[], :reasons::text[])
  WITH ORDINALITY AS u (schedule, from_at, to_at, fate, reason, place)
JOIN rota.schedule s ON s.id = u.schedule
ORDER BY u.place
