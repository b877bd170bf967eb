-- Takes idempotency keys for new jobs; one that was used within the last day is left alone and not answered.
-- index: idempotency_pkey
-- locks: idempotency rows by key
INSERT INTO rota.idempotency AS used (key, request, job, created_at)
SELECT u.key, u.request::uuid, u.job, rota.clock()
FROM unnest(:keys::text[], :requests::text[], :jobs::bigint[]) AS u (key, request, job)
ORDER BY u.key
ON CONFLICT (key) DO UPDATE SET request = excluded.request, job = excluded.job, created_at = excluded.created_at
  WHERE used.created_at <= rota.clock() - interval '24 hours'
RETURNING job
