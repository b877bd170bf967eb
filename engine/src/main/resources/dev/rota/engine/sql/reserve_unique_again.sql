-- Takes the unique key of a job that is to be retried by hand. Answers the holder if another live job has it.
-- index: uniq_pkey
-- locks: uniq row
WITH wanted AS (
  SELECT j.id, rota.unique_hash(t.queue, t.kind, j.unique_key) AS key
  FROM rota.job j JOIN rota.route t ON t.id = j.route WHERE j.id = :job AND j.unique_key IS NOT NULL
)
INSERT INTO rota.uniq AS held (key, job, scope)
SELECT key, id, 'live' FROM wanted
ON CONFLICT (key) DO UPDATE SET scope = held.scope
RETURNING job
