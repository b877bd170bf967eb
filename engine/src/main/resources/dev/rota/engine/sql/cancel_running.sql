-- Asks running executions to stop; their workers hear of it within a second.
-- transition: running -> running
-- index: run_pkey
-- locks: run rows by job
WITH running AS MATERIALIZED (SELECT job FROM rota.run WHERE job = ANY (:jobs::bigint[]) ORDER BY job FOR UPDATE)
UPDATE rota.run r SET cancel = true FROM running n WHERE r.job = n.job RETURNING r.job
