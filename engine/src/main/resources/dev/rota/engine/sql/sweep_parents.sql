-- Looks through so many blocked jobs from one on, for some that wait for what has ended or is gone. Tells which, and the last
-- job that was looked at.
-- index: blocked_pkey
-- locks: none
WITH looked AS MATERIALIZED (
  SELECT job FROM rota.blocked WHERE job > :after::bigint ORDER BY job LIMIT :max
)
SELECT l.job, EXISTS (
  SELECT FROM rota.dependency d WHERE d.job = l.job AND NOT d.waived
    AND NOT EXISTS (SELECT FROM rota.prospect p WHERE p.job = d.parent AND p.state IS NULL)) AS doubtful
FROM looked l ORDER BY l.job
