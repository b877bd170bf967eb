-- Tells a page of the deliveries in a state of those that have not arrived, to one webhook or to all, newest first.
-- index: delivery_open
-- locks: none
SELECT d.*, w.name FROM rota.delivery d JOIN rota.webhook w ON w.id = d.webhook
WHERE d.state <> 'delivered' AND (:webhook::bigint IS NULL OR d.webhook = :webhook) AND d.id < :before AND d.state = :state
ORDER BY d.id DESC LIMIT :max::int
