-- Tells where the sequences are.
-- index: none
-- locks: none
SELECT sequencename::text AS name, coalesce(last_value, start_value) AS at, last_value IS NOT NULL AS called
FROM pg_sequences WHERE schemaname = 'rota' ORDER BY sequencename
