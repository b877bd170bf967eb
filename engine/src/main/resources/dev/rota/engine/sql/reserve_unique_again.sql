-- Takes the unique key of a job that is to be retried by hand, if it is free or its period is over. Answers the holder.
-- index: uniq_pkey
-- locks: uniq row
WITH wanted AS (
  SELECT j.id, rota.unique_hash(t.queue, t.kind, j.unique_key) AS key
  FROM rota.job j JOIN rota.route t ON t.id = j.route WHERE j.id = :job AND j.unique_key IS NOT NULL
)
INSERT INTO rota.uniq AS held (key, job, scope)
SELECT key, id, 'live' FROM wanted
ON CONFLICT (key) DO UPDATE SET
  job = CASE WHEN held.expires_at <= rota.clock() THEN excluded.job ELSE held.job END,
  scope = CASE WHEN held.expires_at <= rota.clock() THEN excluded.scope ELSE held.scope END,
  expires_at = CASE WHEN held.expires_at <= rota.clock() THEN NULL ELSE held.expires_at END
RETURNING job
