-- Names what a job waits for.
-- index: none, both indexes of dependency lead to the row
-- locks: dependency row
UPDATE rota.dependency SET name = :name WHERE job = :job AND parent = :parent
