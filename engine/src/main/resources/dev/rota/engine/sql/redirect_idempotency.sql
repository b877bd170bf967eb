-- Lets an idempotency key stand for the job that was there already.
-- index: idempotency_pkey
-- locks: idempotency row
UPDATE rota.idempotency SET job = :job WHERE key = :key
