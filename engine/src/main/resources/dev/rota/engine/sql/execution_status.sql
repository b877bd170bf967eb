-- Tells how finished executions ended, to answer a repeated report. One that was recovered was not reported by anybody.
-- index: execution_pkey
-- locks: none
SELECT id, CASE WHEN error_type = 'stalled' THEN error_type ELSE status::text END AS status
FROM rota.execution WHERE id = ANY (:fences::bigint[])
