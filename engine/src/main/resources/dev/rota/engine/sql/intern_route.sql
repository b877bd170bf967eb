-- Finds the route of a queue, kind, set of capabilities and tenant, or makes it, with its queue.
-- index: none here; route_name within the function
-- locks: the new rows
SELECT rota.route_of(:queue, :kind, :requires::text[], :tenant::text) AS id
