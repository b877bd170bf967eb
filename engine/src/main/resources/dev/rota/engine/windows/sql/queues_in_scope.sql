-- Tells the queues that a scope is about.
-- index: none
-- locks: none
SELECT DISTINCT queue FROM rota.route WHERE (:queue::text IS NULL OR queue = :queue) AND (:kind::text IS NULL OR kind = :kind)
