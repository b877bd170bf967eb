-- Tells which job holds a unique key.
-- index: uniq_pkey
-- locks: none
SELECT job FROM rota.uniq WHERE key = rota.unique_hash(:queue, :kind, :key)
