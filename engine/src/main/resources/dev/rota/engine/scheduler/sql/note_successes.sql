-- Notes with each target when a job of one of its schedules last succeeded.
-- index: none, all schedules of targets are looked at
-- locks: target rows
UPDATE rota.target t SET last_success_at = s.at
FROM (SELECT s.target, max(s.last_success_at) AS at FROM rota.schedule s
  WHERE s.target IS NOT NULL AND s.last_success_at IS NOT NULL GROUP BY s.target) s
WHERE t.id = s.target AND (t.last_success_at IS NULL OR t.last_success_at < s.at)
