-- Finds what jobs that were blocked lately wait for and that has ended already: its end may have come while the job that
-- waits for it was being stored, unseen by both.
-- index: blocked_since
-- locks: none
WITH young AS MATERIALIZED (
  SELECT b.job FROM rota.blocked b WHERE b.since >= rota.clock() - :lately_ms::bigint * interval '1 millisecond'
  ORDER BY b.since
),
wanted AS MATERIALIZED (
  SELECT DISTINCT k.parent FROM young y
  CROSS JOIN LATERAL (SELECT parent FROM rota.dependency WHERE dependency.job = y.job AND NOT waived OFFSET 0) k
)
SELECT w.parent FROM wanted w
WHERE (SELECT 1 FROM rota.prospect p WHERE p.job = w.parent AND p.state IS NULL LIMIT 1) IS NULL
ORDER BY w.parent LIMIT :max
