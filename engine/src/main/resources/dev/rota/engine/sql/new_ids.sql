-- Draws ids for jobs that must be known before they are stored. Their number is hidden in a subquery: a plan that goes by it would be made anew each time.
-- index: none
-- locks: none
SELECT array_agg((SELECT rota.id_at(rota.clock())) | nextval('rota.id_seq')) AS ids FROM generate_series(1, (SELECT :count::int))
