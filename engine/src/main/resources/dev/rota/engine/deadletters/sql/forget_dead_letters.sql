-- Forgets dead letters whose jobs are gone, and groups that have had none for ninety days; a bounded number at a time.
-- index: job_pkey
-- locks: dead_letter and dead_letter_group rows
WITH gone AS (
  DELETE FROM rota.dead_letter d USING (
    SELECT job FROM rota.dead_letter WHERE job > :after::bigint ORDER BY job LIMIT :max::int) n
  WHERE d.job = n.job AND NOT EXISTS (SELECT FROM rota.job j WHERE j.id = n.job)
),
empty AS (
  DELETE FROM rota.dead_letter_group g WHERE g.last_seen < rota.clock() - interval '90 days'
    AND NOT EXISTS (SELECT FROM rota.dead_letter d WHERE d.fingerprint = g.fingerprint)
)
SELECT max(job) AS last FROM (SELECT job FROM rota.dead_letter WHERE job > :after::bigint ORDER BY job LIMIT :max::int) n
