-- Names what a job waits for.
-- index: dependency_pkey
-- locks: dependency row
UPDATE rota.dependency SET name = :name WHERE job = :job AND parent = :parent
