-- Stores a webhook, in the place of the one of its name if there is one, which keeps its secret unless another is given.
-- index: webhook_name_key
-- locks: webhook row
INSERT INTO rota.webhook AS w (name, url, events, queues, kinds, tags, schedules, tenants, alerts, on_change_only, timeout_ms,
  max_attempts, description, secret, created_at, updated_at)
VALUES (:name, :url, :events, :queues, :kinds, :tags, :schedules, :tenants, :alerts, :on_change_only, :timeout_ms::bigint,
  :max_attempts::int, :description, :fresh_secret, rota.clock(), rota.clock())
ON CONFLICT (name) DO UPDATE SET url = excluded.url, events = excluded.events, queues = excluded.queues, kinds = excluded.kinds,
  tags = excluded.tags, schedules = excluded.schedules, tenants = excluded.tenants, alerts = excluded.alerts,
  on_change_only = excluded.on_change_only, timeout_ms = excluded.timeout_ms, max_attempts = excluded.max_attempts,
  description = excluded.description, updated_at = excluded.updated_at, secret = CASE WHEN excluded.secret IS NOT NULL THEN coalesce(:given_secret, w.secret, excluded.secret) END
RETURNING w.id, w.xmax = 0 AS is_new, w.secret = :fresh_secret AS is_fresh
