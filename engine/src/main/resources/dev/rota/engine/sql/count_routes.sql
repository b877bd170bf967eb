-- Counts the routes.
-- index: none
-- locks: none
SELECT count(*) AS routes FROM rota.route
