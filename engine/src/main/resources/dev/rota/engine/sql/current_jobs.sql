-- Tells which job of a queue each worker holds; the newest of several.
-- index: none
-- locks: none
SELECT r.worker, max(r.job) AS job FROM rota.run r JOIN rota.route t ON t.id = r.route
WHERE t.queue = :queue GROUP BY r.worker
