-- Tells the time.
-- index: none
-- locks: none
SELECT rota.clock() AS now
