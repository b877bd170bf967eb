-- Draws ids for deliveries, which their jobs have to know.
-- index: none
-- locks: none
SELECT rota.next_id() AS id FROM generate_series(1, :count::int)
