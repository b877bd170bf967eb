-- Counts executions that were taken from workers whose lease was over.
-- index: none
-- locks: the upkeep row
UPDATE rota.upkeep SET recovered = recovered + :count
