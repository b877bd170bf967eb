-- Creates a window or changes the one of the same name, and writes down who did it.
-- index: none; windows are few
-- locks: the window
WITH put AS (
  INSERT INTO rota.time_window AS w (id, name, created_by, sort, policy, trigger, duration, time_zone, starts_at, ends_at, spread,
    enabled, queue, kind, tag, target)
  VALUES (rota.next_id(), :name, :actor, :sort, :policy, :trigger, :duration_ms::bigint * interval '1 millisecond', :time_zone,
    :starts_at::timestamptz, :ends_at::timestamptz, :spread_ms::bigint * interval '1 millisecond', :enabled, :queue, :kind, :tag,
    :target)
  ON CONFLICT (name) DO UPDATE SET sort = excluded.sort, policy = excluded.policy, trigger = excluded.trigger,
    duration = excluded.duration, time_zone = excluded.time_zone, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
    spread = excluded.spread, enabled = excluded.enabled, queue = excluded.queue, kind = excluded.kind, tag = excluded.tag,
    target = excluded.target, fading = false
  RETURNING w.*
)
INSERT INTO rota.event (type, actor, queue, details)
SELECT 'window.changed', :actor, queue, jsonb_build_object('window', name) FROM put
