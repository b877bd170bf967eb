-- Decides about a rule of alerts.
-- index: alert_rule_pkey
-- locks: alert_rule row
INSERT INTO rota.alert_rule (rule, threshold, enabled) VALUES (:rule, :threshold::float8, :enabled)
ON CONFLICT (rule) DO UPDATE SET threshold = excluded.threshold, enabled = excluded.enabled
