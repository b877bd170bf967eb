-- Puts failed jobs into their groups.
-- index: dead_letter_pkey
-- locks: dead_letter rows
INSERT INTO rota.dead_letter (job, fingerprint, at)
SELECT DISTINCT ON (u.job) u.job, u.fingerprint, u.at FROM unnest(:jobs::bigint[], :fingerprints::uuid[], :ats::timestamptz[]) AS u (job, fingerprint, at)
ORDER BY u.job, u.at DESC
ON CONFLICT (job) DO UPDATE SET fingerprint = excluded.fingerprint, at = excluded.at
