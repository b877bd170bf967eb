-- Takes the unique keys of jobs that are to be retried by hand, if they are free or their periods are over. Answers the holders.
-- index: uniq_pkey
-- locks: uniq rows
WITH wanted AS (
  SELECT j.id, rota.unique_hash(t.queue, t.kind, j.unique_key) AS key
  FROM unnest(:jobs::bigint[]) AS u (job) CROSS JOIN LATERAL (SELECT * FROM rota.job WHERE id = u.job OFFSET 0) j
  JOIN rota.route t ON t.id = j.route WHERE j.unique_key IS NOT NULL
)
INSERT INTO rota.uniq AS held (key, job, scope)
SELECT key, id, 'live' FROM wanted ORDER BY key
ON CONFLICT (key) DO UPDATE SET
  job = CASE WHEN held.expires_at <= rota.clock() THEN excluded.job ELSE held.job END,
  scope = CASE WHEN held.expires_at <= rota.clock() THEN excluded.scope ELSE held.scope END,
  expires_at = CASE WHEN held.expires_at <= rota.clock() THEN NULL ELSE held.expires_at END
RETURNING job
