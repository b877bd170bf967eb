-- Forgets unique keys whose period is over and idempotency keys older than a day, a bounded number at a time.
-- index: uniq_expires_at
-- locks: uniq and idempotency rows
WITH a AS (
  DELETE FROM rota.uniq WHERE key IN (
    SELECT key FROM rota.uniq WHERE expires_at <= rota.clock() ORDER BY expires_at LIMIT :max FOR UPDATE SKIP LOCKED) RETURNING 1
),
b AS (
  DELETE FROM rota.idempotency WHERE key IN (
    SELECT key FROM rota.idempotency WHERE created_at <= rota.clock() - interval '24 hours'
    ORDER BY created_at LIMIT :max FOR UPDATE SKIP LOCKED) RETURNING 1
)
SELECT (SELECT count(*) FROM a) + (SELECT count(*) FROM b) AS gone
