-- Forgets the dependencies of jobs that are forgotten.
-- index: dependency_pkey
-- locks: dependency rows
DELETE FROM rota.dependency d
WHERE d.job < rota.id_at(rota.clock() - :retention_ms::bigint * interval '1 millisecond')
  AND NOT EXISTS (SELECT FROM rota.job j WHERE j.id = d.job)
  AND NOT EXISTS (SELECT FROM rota.outgoing_job j WHERE j.id = d.job)
