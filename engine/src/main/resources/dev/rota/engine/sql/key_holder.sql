-- Tells a job that has a concurrency key, and the worker that runs it. It reads what is running.
-- index: none
-- locks: none
SELECT n.job, w.name AS worker FROM rota.run n LEFT JOIN rota.worker w ON w.id = n.worker WHERE n.key = :key ORDER BY n.started_at LIMIT 1
