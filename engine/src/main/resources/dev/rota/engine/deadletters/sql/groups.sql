-- Lists groups of dead letters, the one that was seen last first, with how many of their jobs are still failed, up to a number.
-- index: dead_letter_group_seen_key
-- locks: none
SELECT g.*, (SELECT count(*) FROM (SELECT FROM rota.dead_letter d WHERE d.fingerprint = g.fingerprint LIMIT :most::int + 1) c) AS jobs
FROM rota.dead_letter_group g WHERE g.seen < :before::bigint
  AND (:all::boolean OR EXISTS (SELECT FROM rota.dead_letter d WHERE d.fingerprint = g.fingerprint))
ORDER BY g.seen DESC LIMIT :max::int
