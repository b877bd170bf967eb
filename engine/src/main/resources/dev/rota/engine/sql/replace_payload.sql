-- Replaces the payload of a job that has not started: the row that would be claimed is locked first.
-- index: job_pkey
-- locks: ready, delayed, parked, paused or blocked row, then the job row
WITH a AS MATERIALIZED (SELECT job FROM rota.ready WHERE job = :job FOR UPDATE),
b AS MATERIALIZED (SELECT job FROM rota.delayed WHERE job = :job FOR UPDATE),
c AS MATERIALIZED (SELECT job FROM rota.parked WHERE job = :job FOR UPDATE),
d AS MATERIALIZED (SELECT job FROM rota.paused WHERE job = :job FOR UPDATE),
e AS MATERIALIZED (SELECT job FROM rota.blocked WHERE job = :job FOR UPDATE)
UPDATE rota.job j SET payload = :payload::json
FROM (SELECT * FROM a UNION ALL SELECT * FROM b UNION ALL SELECT * FROM c UNION ALL SELECT * FROM d UNION ALL SELECT * FROM e) w WHERE j.id = w.job
