-- Looks through so many blocked jobs from one on, for some that wait for what has ended or is gone.
-- index: blocked_pkey
-- locks: none
WITH looked AS MATERIALIZED (
  SELECT job FROM rota.blocked WHERE job > :after::bigint ORDER BY job LIMIT :max
),
wanted AS MATERIALIZED (
  SELECT l.job, d.parent FROM looked l
  CROSS JOIN LATERAL (SELECT parent FROM rota.dependency WHERE dependency.job = l.job AND NOT waived OFFSET 0) d
),
over AS MATERIALIZED (
  SELECT u.parent FROM (SELECT DISTINCT parent FROM wanted) u
  WHERE (SELECT 1 FROM rota.prospect p WHERE p.job = u.parent AND p.state IS NULL LIMIT 1) IS NULL
)
SELECT l.job, l.job IN (SELECT w.job FROM wanted w WHERE w.parent IN (SELECT parent FROM over)) AS doubtful
FROM looked l ORDER BY l.job
