-- Tells one group of dead letters.
-- index: dead_letter_group_pkey
-- locks: none
SELECT g.*, (SELECT count(*) FROM (SELECT FROM rota.dead_letter d WHERE d.fingerprint = g.fingerprint LIMIT :most::int + 1) c) AS jobs
FROM rota.dead_letter_group g WHERE g.fingerprint = :fingerprint::uuid
