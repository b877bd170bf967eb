-- Tells which executions are under way.
-- index: none
-- locks: none
SELECT fence FROM rota.run
