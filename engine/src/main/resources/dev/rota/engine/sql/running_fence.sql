-- Tells under which fence a job runs.
-- index: run_pkey
-- locks: none
SELECT fence FROM rota.run WHERE job = :job
