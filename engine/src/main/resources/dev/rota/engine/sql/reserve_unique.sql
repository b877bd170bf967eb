-- Takes unique keys for new jobs; a key that is taken and has not expired is left alone and not answered.
-- index: uniq_pkey
-- locks: uniq rows by key
INSERT INTO rota.uniq AS held (key, job, scope, expires_at)
SELECT rota.unique_hash(u.queue, u.kind, u.key), u.job, u.scope::rota.unique_scope, rota.clock() + u.period_ms * interval '1 millisecond'
FROM unnest(:queues::text[], :kinds::text[], :keys::text[], :jobs::bigint[], :scopes::text[], :periods_ms::bigint[])
  AS u (queue, kind, key, job, scope, period_ms)
ORDER BY 1
ON CONFLICT (key) DO UPDATE SET job = excluded.job, scope = excluded.scope, expires_at = excluded.expires_at
  WHERE held.expires_at <= rota.clock()
RETURNING job
