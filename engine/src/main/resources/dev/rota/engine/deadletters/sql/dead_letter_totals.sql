-- Counts failed jobs in groups, and groups that have any, each up to ten thousand.
-- index: none; it counts up to ten thousand of each
-- locks: none
SELECT (SELECT count(*) FROM (SELECT FROM rota.dead_letter LIMIT 10000) d) AS jobs,
  (SELECT count(*) FROM (
    SELECT FROM rota.dead_letter_group g WHERE EXISTS (SELECT FROM rota.dead_letter d WHERE d.fingerprint = g.fingerprint) LIMIT 10000) g) AS groups
