-- Draws ids for jobs that must be known before they are stored.
-- index: none
-- locks: none
SELECT (SELECT rota.id_at(rota.clock())) | nextval('rota.id_seq') AS id FROM generate_series(1, :count::int)
