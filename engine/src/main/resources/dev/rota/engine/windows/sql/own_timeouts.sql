-- Tells the longest timeout that a job of each queue brought along.
-- index: none, routes are few
-- locks: none
SELECT r.queue, (extract(epoch FROM max(r.longest_timeout)) * 1000)::bigint AS lead_ms
FROM rota.route r WHERE r.longest_timeout IS NOT NULL GROUP BY r.queue
