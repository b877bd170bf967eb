-- Signs dead workers off once their executions are recovered.
-- index: worker_pkey
-- locks: worker rows (held since dead_workers)
UPDATE rota.worker SET stopped_at = rota.clock() WHERE id = ANY (:workers::int[])
