-- Counts the deliveries that have not arrived, as far as ten thousand.
-- index: delivery_open
-- locks: none
SELECT count(*) FILTER (WHERE x.state = 'pending') AS pending, count(*) FILTER (WHERE x.state = 'failed') AS failed
FROM (SELECT d.state FROM rota.delivery d WHERE d.state <> 'delivered' ORDER BY d.id DESC LIMIT 10000) x
