-- How many jobs of a queue a worker runs at a time, busy or not; unknown of workers that asked through an older node.
ALTER TABLE rota.serving ADD COLUMN slots int;
