-- Adds members to the metadata of a job, or replaces those of the same name; tells how long they are together. With a
-- fence it does so only while that holds.
-- index: job_pkey
-- locks: job row
UPDATE rota.job j SET metadata = coalesce(j.metadata, '{}') || :metadata::text::jsonb
WHERE j.id = :job
  AND (:fence::bigint IS NULL OR EXISTS (SELECT FROM rota.run r WHERE r.job = j.id AND r.fence = :fence))
RETURNING length(j.metadata::text) AS length
