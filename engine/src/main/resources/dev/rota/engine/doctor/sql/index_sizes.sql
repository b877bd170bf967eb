-- Tells the sizes of the indexes of the schema, the largest first, and how many rows their tables have.
-- index: none
-- locks: none
SELECT x.indexrelname AS name, x.relname AS of_table, pg_relation_size(x.indexrelid) AS bytes, t.n_live_tup AS live, i.indisvalid AS valid
FROM pg_stat_user_indexes x
JOIN pg_stat_user_tables t ON t.relid = x.relid
JOIN pg_index i ON i.indexrelid = x.indexrelid
WHERE x.schemaname = 'rota' ORDER BY bytes DESC, x.indexrelname
