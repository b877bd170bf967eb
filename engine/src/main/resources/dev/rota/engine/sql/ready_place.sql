-- Tells where a job waits to be claimed, if it does.
-- index: ready_job
-- locks: none
SELECT route, lane, seq FROM rota.ready WHERE job = :job
