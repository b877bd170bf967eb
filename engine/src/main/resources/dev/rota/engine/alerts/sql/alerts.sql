-- Tells the alerts: those that are raised first, the latest first.
-- index: none
-- locks: none
SELECT rule, subject, value, threshold, raised_at, cleared_at FROM rota.alert
ORDER BY cleared_at IS NOT NULL, coalesce(cleared_at, raised_at) DESC, rule, subject
