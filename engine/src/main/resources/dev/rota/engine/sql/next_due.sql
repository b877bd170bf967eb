-- Tells the first due time at or after the floor, and the time now.
-- index: delayed_run_at
-- locks: none
SELECT (SELECT d.run_at FROM rota.delayed d WHERE d.run_at >= :floor::timestamptz ORDER BY d.run_at LIMIT 1) AS run_at, rota.clock() AS now
