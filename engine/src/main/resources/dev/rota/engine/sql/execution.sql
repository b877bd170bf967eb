-- Tells one execution; a running one is looked for among all that run, which are few.
-- index: none
-- locks: none
SELECT * FROM rota.executions WHERE id = :id
