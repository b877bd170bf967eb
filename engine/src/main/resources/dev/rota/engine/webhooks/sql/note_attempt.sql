-- Writes down how a try to deliver went.
-- index: delivery_pkey
-- locks: delivery row
UPDATE rota.delivery SET attempts = attempts + 1, status = :status::int, error = :error, state = :state,
  delivered_at = CASE WHEN :state = 'delivered' THEN rota.clock() ELSE delivered_at END
WHERE id = :id
