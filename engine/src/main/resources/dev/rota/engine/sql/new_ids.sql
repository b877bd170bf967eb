-- Draws ids for jobs that must be known before they are stored.
-- index: none
-- locks: none
SELECT rota.next_id() AS id FROM generate_series(1, :count::int)
