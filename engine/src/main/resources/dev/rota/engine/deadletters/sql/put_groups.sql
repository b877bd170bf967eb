-- Counts failures into their groups, which are made if they are new.
-- index: dead_letter_group_pkey
-- locks: dead_letter_group rows by fingerprint
INSERT INTO rota.dead_letter_group AS g (fingerprint, seen, error_type, error, frames, failures, first_seen, last_seen, last_job)
SELECT u.fingerprint, nextval('rota.dead_letter_seen'), u.error_type, u.error, u.frames, u.failures, u.first_seen, u.last_seen, u.last_job
FROM unnest(:fingerprints::uuid[], :error_types::text[], :errors::text[], :frames::text[], :failures::bigint[], :firsts::timestamptz[],
  :lasts::timestamptz[], :jobs::bigint[]) AS u (fingerprint, error_type, error, frames, failures, first_seen, last_seen, last_job)
ORDER BY u.fingerprint
ON CONFLICT (fingerprint) DO UPDATE SET seen = excluded.seen, failures = g.failures + excluded.failures,
  first_seen = least(g.first_seen, excluded.first_seen), last_seen = greatest(g.last_seen, excluded.last_seen), last_job = excluded.last_job
