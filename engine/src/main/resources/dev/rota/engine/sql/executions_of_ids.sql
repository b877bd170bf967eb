-- Tells some executions; running ones are looked for among all that run, which are few.
-- index: none
-- locks: none
SELECT * FROM rota.executions WHERE id = ANY (:ids::bigint[])
