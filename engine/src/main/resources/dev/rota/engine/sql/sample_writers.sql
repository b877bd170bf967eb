-- Tells the writing transactions that are open: everything at or above next has not begun.
-- index: none
-- locks: none
SELECT pg_snapshot_xmax(s)::text::bigint AS next, array(SELECT pg_snapshot_xip(s)::text::bigint) AS open, rota.clock() AS now
FROM pg_current_snapshot() s
