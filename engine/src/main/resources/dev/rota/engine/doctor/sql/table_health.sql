-- Tells the dead rows of each table of the schema and when it was last vacuumed.
-- index: none
-- locks: none
SELECT t.relname AS name, t.n_live_tup AS live, t.n_dead_tup AS dead, greatest(t.last_vacuum, t.last_autovacuum) AS vacuumed_at,
  pg_total_relation_size(t.relid) AS bytes
FROM pg_stat_user_tables t WHERE t.schemaname = 'rota' ORDER BY t.n_dead_tup DESC, t.relname
