-- Writes down what became of an alert.
-- index: alert_pkey
-- locks: alert row
INSERT INTO rota.alert (rule, subject, value, threshold, raised_at, cleared_at)
VALUES (:rule, :subject, :value::float8, :threshold::float8, :raised_at::timestamptz, :cleared_at::timestamptz)
ON CONFLICT (rule, subject) DO UPDATE SET value = excluded.value, threshold = excluded.threshold,
  raised_at = excluded.raised_at, cleared_at = excluded.cleared_at
