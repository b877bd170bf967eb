-- Tells the webhooks that are not paused, and keeps them as they are until the transaction ends.
-- index: none
-- locks: webhook rows (shared)
SELECT id, name, url, events, queues, kinds, tags, schedules, tenants, alerts, on_change_only, timeout_ms, max_attempts, description
FROM rota.webhook WHERE paused_at IS NULL ORDER BY id FOR SHARE
