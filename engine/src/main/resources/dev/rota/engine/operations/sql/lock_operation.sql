-- Takes an operation for one batch, unless another node has it.
-- index: operation_running
-- locks: the operation row (skip locked)
SELECT id FROM rota.operation WHERE id = :id::bigint AND status = 'running' FOR UPDATE SKIP LOCKED
