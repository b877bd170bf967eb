-- Finds what jobs that were blocked lately wait for and that has ended already: its end may have come while the job that
-- waits for it was being stored, unseen by both.
-- index: blocked_since
-- locks: none
SELECT u.parent FROM (
  SELECT DISTINCT d.parent FROM rota.blocked b JOIN rota.dependency d ON d.job = b.job
  WHERE b.since >= rota.clock() - :lately_ms::bigint * interval '1 millisecond' AND NOT d.waived) u
WHERE (SELECT 1 FROM rota.prospect p WHERE p.job = u.parent AND p.state IS NULL LIMIT 1) IS NULL
ORDER BY u.parent LIMIT :max
