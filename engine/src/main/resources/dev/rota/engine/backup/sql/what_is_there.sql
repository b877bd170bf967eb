-- Tells what speaks against loading a backup: things that people made, and nodes that run.
-- index: none
-- locks: none
SELECT what FROM (
  SELECT 1 AS place, 'jobs' AS what WHERE EXISTS (SELECT FROM rota.job)
  UNION ALL SELECT 2, 'executions' WHERE EXISTS (SELECT FROM rota.execution)
  UNION ALL SELECT 3, 'schedules' WHERE EXISTS (SELECT FROM rota.schedule)
  UNION ALL SELECT 4, 'targets' WHERE EXISTS (SELECT FROM rota.target)
  UNION ALL SELECT 5, 'plans' WHERE EXISTS (SELECT FROM rota.plan)
  UNION ALL SELECT 6, 'windows' WHERE EXISTS (SELECT FROM rota.time_window)
  UNION ALL SELECT 7, 'pages' WHERE EXISTS (SELECT FROM rota.page)
  UNION ALL SELECT 8, 'tokens' WHERE EXISTS (SELECT FROM rota.token)
  UNION ALL SELECT 9, 'a node that runs' WHERE EXISTS (SELECT FROM rota.worker w WHERE w.stopped_at IS NULL AND w.lease_until > rota.clock())
) found
ORDER BY place
