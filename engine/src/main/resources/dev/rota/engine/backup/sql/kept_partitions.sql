-- Tells the partitions beside the default ones, with their bounds and storage parameters.
-- index: none
-- locks: none
SELECT p.relname AS parent, c.relname AS name, pg_get_expr(c.relpartbound, c.oid) AS bound, array_to_string(c.reloptions, ', ') AS options
FROM pg_class c
JOIN pg_inherits i ON i.inhrelid = c.oid
JOIN pg_class p ON p.oid = i.inhparent
WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = 'rota') AND c.relispartition AND c.relkind = 'r'
  AND pg_get_expr(c.relpartbound, c.oid) <> 'DEFAULT'
ORDER BY c.relname
