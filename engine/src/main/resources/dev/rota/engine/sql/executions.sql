-- Tells the executions of one job, newest first.
-- index: execution_job
-- locks: none
SELECT * FROM rota.executions WHERE job = :job ORDER BY attempt DESC LIMIT :max::int OFFSET :skip::int
