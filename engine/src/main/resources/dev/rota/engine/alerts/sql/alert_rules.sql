-- Tells what was decided about the rules of alerts.
-- index: none
-- locks: none
SELECT rule, threshold, enabled FROM rota.alert_rule
