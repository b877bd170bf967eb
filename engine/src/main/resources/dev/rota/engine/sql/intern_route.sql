-- Finds the route of a queue, kind and set of capabilities, or makes it, with its queue.
-- index: none here; route_queue_kind_requires_key within the function
-- locks: the new rows
SELECT rota.route_of(:queue, :kind, :requires::text[]) AS id
