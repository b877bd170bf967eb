-- Tells the jobs of deliveries that have not arrived, to one webhook or to all, oldest first.
-- index: delivery_open
-- locks: none
SELECT d.id, d.job FROM rota.delivery d
WHERE d.state <> 'delivered' AND d.state = 'pending' AND (:webhook::bigint IS NULL OR d.webhook = :webhook) AND d.id > :after
ORDER BY d.id LIMIT :max::int
