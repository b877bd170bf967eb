-- Adds members to the metadata of a job, or replaces those of the same name. With a fence it does so only while that
-- holds. Metadata that would grow too large stays as it was, and the job is not answered.
-- index: job_pkey
-- locks: job row
UPDATE rota.job j SET metadata = coalesce(j.metadata, '{}') || :metadata::text::jsonb
WHERE j.id = :job AND length((coalesce(j.metadata, '{}') || :metadata::text::jsonb)::text) <= :longest::int
  AND (:fence::bigint IS NULL OR EXISTS (SELECT FROM rota.run r WHERE r.job = j.id AND r.fence = :fence))
RETURNING j.id
