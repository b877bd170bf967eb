-- Tells whether there is a schema of Rota.
-- index: none
-- locks: none
SELECT to_regclass('rota.migration') IS NOT NULL AS there
