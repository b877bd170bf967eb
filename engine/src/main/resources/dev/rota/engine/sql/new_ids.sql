-- Draws ids for jobs that must be known before they are stored.
-- index: none
-- locks: none
SELECT array_agg((SELECT rota.id_at(rota.clock())) | nextval('rota.id_seq')) AS ids FROM generate_series(1, :count::int)
