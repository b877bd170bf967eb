-- Tells a page of the deliveries to one webhook, or of those that have arrived, newest first.
-- index: delivery_webhook
-- locks: none
SELECT d.*, w.name FROM rota.delivery d JOIN rota.webhook w ON w.id = d.webhook
WHERE d.webhook = :webhook AND d.id < :before AND (NOT :arrived OR d.state = 'delivered')
ORDER BY d.id DESC LIMIT :max::int
