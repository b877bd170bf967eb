-- Lets the scheduler look at schedules again that sleep until the end of a window, because windows have changed.
-- index: none
-- locks: schedule rows
UPDATE rota.schedule SET wake_at = rota.clock()
WHERE id = ANY (ARRAY(
  SELECT s.id FROM rota.schedule s
  WHERE s.next_run_at <= rota.clock() AND s.wake_at > rota.clock() + :pause_ms::bigint * interval '1 millisecond'
  ORDER BY s.id FOR UPDATE SKIP LOCKED))
