-- Lets a window that was closed fade: it ends now, and is kept for its spread. Others whose spread is over are forgotten.
-- index: none; windows are few
-- locks: windows that fade
WITH faded AS (
  DELETE FROM rota.time_window WHERE fading AND ends_at + spread < rota.clock() AND name <> left(:name, 190) || ' (ended)'
)
INSERT INTO rota.time_window AS w (id, name, created_by, sort, starts_at, ends_at, spread, queue, kind, tag, target, fading)
VALUES (rota.next_id(), left(:name, 190) || ' (ended)', :actor, 'maintenance', :now::timestamptz - interval '1 second', :now::timestamptz,
  :spread_ms::bigint * interval '1 millisecond', :queue, :kind, :tag, :target, true)
ON CONFLICT (name) DO UPDATE SET starts_at = excluded.starts_at, ends_at = excluded.ends_at, spread = excluded.spread,
  queue = excluded.queue, kind = excluded.kind, tag = excluded.tag, target = excluded.target
WHERE w.fading
