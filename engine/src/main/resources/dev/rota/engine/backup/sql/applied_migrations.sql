-- Tells the migrations that the database has had.
-- index: none
-- locks: none
SELECT name FROM rota.migration ORDER BY name
