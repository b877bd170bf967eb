-- Gives up deliveries whose jobs have ended without telling how they went.
-- index: delivery_open
-- locks: delivery rows
UPDATE rota.delivery SET state = 'failed', error = coalesce(error, 'its job ended without an answer')
WHERE id = ANY (:ids::bigint[]) AND state <> 'delivered' AND state = 'pending'
