-- Writes down how many jobs of a queue with a rate were started.
-- index: none
-- locks: none
INSERT INTO rota.rate_grant (queue, at, starts) VALUES (:queue, rota.clock(), :starts)
