-- Asks a running execution to stop; its worker hears of it within a second.
-- transition: running -> running
-- index: run_pkey
-- locks: run row
UPDATE rota.run SET cancel = true WHERE job = :job RETURNING worker
