-- Tells a page of all deliveries, newest first.
-- index: delivery_pkey
-- locks: none
SELECT d.*, w.name FROM rota.delivery d JOIN rota.webhook w ON w.id = d.webhook
WHERE d.id < :before AND (:state::text IS NULL OR d.state = :state)
ORDER BY d.id DESC LIMIT :max::int
