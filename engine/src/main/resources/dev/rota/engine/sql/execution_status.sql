-- Tells how finished executions ended, to answer a repeated report. What a recovery recorded was never reported.
-- index: execution_pkey
-- locks: none
SELECT id, status::text AS status FROM rota.execution
WHERE id = ANY (:fences::bigint[]) AND error_type IS DISTINCT FROM 'stalled'
