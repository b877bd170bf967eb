-- Tells where a job waits to be claimed, if it does, and the time.
-- index: ready_job
-- locks: none
SELECT route, lane, seq, rota.clock() AS now FROM rota.ready WHERE job = :job
