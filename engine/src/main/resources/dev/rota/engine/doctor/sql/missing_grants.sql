-- Tells what this role may not do that a node does.
-- index: none
-- locks: none
SELECT current_user AS role, 'schema' AS sort, 'rota' AS name, 'USAGE' AS privilege
FROM pg_namespace n WHERE n.nspname = 'rota' AND NOT has_schema_privilege(n.oid, 'USAGE')
UNION ALL
SELECT current_user, 'table', c.relname, p.privilege
FROM pg_class c CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS p (privilege)
WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = 'rota') AND c.relkind IN ('r', 'p')
  AND NOT c.relispartition AND NOT has_table_privilege(c.oid, p.privilege)
UNION ALL
SELECT current_user, 'view', c.relname, 'SELECT'
FROM pg_class c WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = 'rota') AND c.relkind = 'v'
  AND NOT has_table_privilege(c.oid, 'SELECT')
UNION ALL
SELECT current_user, 'sequence', c.relname, 'USAGE'
FROM pg_class c WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = 'rota')
  AND CASE WHEN c.relkind = 'S' THEN NOT has_sequence_privilege(c.oid, 'USAGE') ELSE false END
UNION ALL
SELECT current_user, 'function', f.proname, 'EXECUTE'
FROM pg_proc f WHERE f.pronamespace = (SELECT oid FROM pg_namespace WHERE nspname = 'rota') AND NOT has_function_privilege(f.oid, 'EXECUTE')
UNION ALL
SELECT current_user, 'owner', c.relname, pg_get_userbyid(c.relowner)
FROM pg_class c WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = 'rota') AND c.relkind = 'p'
  AND NOT pg_has_role(c.relowner, 'USAGE')
UNION ALL
SELECT current_user, 'role', 'pg_monitor', 'MEMBERSHIP' WHERE NOT pg_has_role('pg_monitor', 'USAGE')
ORDER BY 2, 3, 4
