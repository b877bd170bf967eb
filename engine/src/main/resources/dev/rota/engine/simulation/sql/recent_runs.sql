-- Tells how long the last ten thousand executions took on average, by queue and kind.
-- index: execution_pkey
-- locks: none
SELECT r.queue, r.kind, avg(extract(epoch FROM e.finished_at - e.started_at))::float8 AS seconds
FROM (SELECT route, started_at, finished_at FROM rota.execution ORDER BY id DESC LIMIT 10000) e
JOIN rota.route r ON r.id = e.route
GROUP BY r.queue, r.kind
