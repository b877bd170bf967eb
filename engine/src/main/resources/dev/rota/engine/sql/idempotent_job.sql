-- Tells which job an idempotency key stands for, and for which request.
-- index: idempotency_pkey
-- locks: none
SELECT job, request FROM rota.idempotency WHERE key = :key
