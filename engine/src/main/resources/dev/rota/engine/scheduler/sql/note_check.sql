-- Tells the time, and notes every ten seconds that a scheduler has looked.
-- index: none
-- locks: the upkeep row
WITH noted AS (
  UPDATE rota.upkeep SET checked_at = rota.clock()
  WHERE checked_at IS NULL OR checked_at NOT BETWEEN rota.clock() - interval '10 seconds' AND rota.clock()
)
SELECT rota.clock() AS now
