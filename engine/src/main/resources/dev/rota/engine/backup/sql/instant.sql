-- Tells the instant of a backup.
-- index: none
-- locks: none
SELECT rota.clock() AS at
