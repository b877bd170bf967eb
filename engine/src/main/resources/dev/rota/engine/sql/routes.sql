-- Tells the routes that are newer than those known.
-- index: route_pkey
-- locks: none
SELECT id, queue, kind, requires, tenant FROM rota.route WHERE id > :known ORDER BY id
