-- Changes what a job was asked for; what is null stays. With :waits it does so only while the job does not run: the row
-- that would be claimed is locked first.
-- index: job_pkey
-- locks: ready, delayed, parked, paused or blocked row, then the job row
WITH a AS MATERIALIZED (SELECT job FROM rota.ready WHERE job = :job AND :waits FOR UPDATE),
b AS MATERIALIZED (SELECT job FROM rota.delayed WHERE job = :job AND :waits FOR UPDATE),
c AS MATERIALIZED (SELECT job FROM rota.parked WHERE job = :job AND :waits FOR UPDATE),
d AS MATERIALIZED (SELECT job FROM rota.paused WHERE job = :job AND :waits FOR UPDATE),
e AS MATERIALIZED (SELECT job FROM rota.blocked WHERE job = :job AND :waits FOR UPDATE)
UPDATE rota.job j SET max_retries = coalesce(:max_retries::smallint, j.max_retries),
  retry = CASE WHEN :retry_base_ms::bigint IS NULL THEN j.retry ELSE ROW (:retry_base_ms::bigint * interval '1 millisecond',
    coalesce((j.retry).factor, 2), coalesce((j.retry).cap, interval '1 hour'), coalesce((j.retry).jitter, 0))::rota.retry_policy END,
  timeout = coalesce(:timeout_ms::bigint * interval '1 millisecond', j.timeout),
  payload = coalesce(:payload::json, j.payload), metadata = coalesce(:metadata::jsonb, j.metadata)
WHERE j.id = :job AND (NOT :waits
  OR EXISTS (SELECT FROM a UNION ALL SELECT FROM b UNION ALL SELECT FROM c UNION ALL SELECT FROM d UNION ALL SELECT FROM e)
  OR NOT EXISTS (SELECT FROM rota.live l WHERE l.job = :job))
RETURNING j.id
