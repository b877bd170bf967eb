-- Forgets some of the deliveries that are older than history is kept.
-- index: delivery_pkey
-- locks: delivery rows (skip locked)
DELETE FROM rota.delivery WHERE id = ANY (ARRAY(
  SELECT id FROM rota.delivery WHERE id < rota.id_at(rota.clock() - :retention_ms::bigint * interval '1 millisecond') AND state <> 'pending'
  ORDER BY id LIMIT :max::int FOR UPDATE SKIP LOCKED))
