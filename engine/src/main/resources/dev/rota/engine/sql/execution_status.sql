-- Tells how finished executions ended, to answer a repeated report.
-- index: execution_pkey
-- locks: none
SELECT id, status::text AS status FROM rota.execution WHERE id = ANY (:fences::bigint[])
