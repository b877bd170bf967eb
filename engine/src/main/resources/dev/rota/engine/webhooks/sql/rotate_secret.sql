-- Gives a webhook another secret; the one before it signs too for as long as it is told.
-- index: webhook_name_key
-- locks: webhook row
UPDATE rota.webhook SET secret = :secret, previous_secret = secret,
  previous_until = rota.clock() + :overlap_ms::bigint * interval '1 millisecond', updated_at = rota.clock()
WHERE name = :name AND secret IS NOT NULL
RETURNING previous_until
