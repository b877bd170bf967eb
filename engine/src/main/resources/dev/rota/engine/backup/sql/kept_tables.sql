-- Tells the tables that a backup holds, those that others refer to first, with the columns that are not computed and about how many rows there are.
-- Tables that inherit come with their parents.
-- index: none
-- locks: none
WITH RECURSIVE own AS (
  SELECT oid, relname, relkind FROM pg_class
  WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = 'rota')
    AND relkind IN ('r', 'p') AND NOT EXISTS (SELECT FROM pg_inherits i WHERE i.inhrelid = pg_class.oid) AND relname <> 'migration'
), depth AS (
  SELECT oid, 0 AS level FROM own
  UNION
  SELECT c.conrelid, d.level + 1 FROM depth d JOIN pg_constraint c ON c.confrelid = d.oid AND c.contype = 'f' AND c.conrelid <> d.oid
  WHERE d.level < 20
)
SELECT o.relname AS name,
  (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
    WHERE a.attrelid = o.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
  (SELECT coalesce(sum(greatest(t.reltuples, 0)), 0)::bigint FROM pg_class t
    WHERE t.oid IN (SELECT relid FROM pg_partition_tree(o.oid) WHERE isleaf UNION SELECT o.oid) AND t.relkind = 'r') AS about,
  EXISTS (SELECT FROM pg_trigger g WHERE g.tgrelid = o.oid AND NOT g.tgisinternal) AS has_triggers
FROM own o
ORDER BY (SELECT max(d.level) FROM depth d WHERE d.oid = o.oid), o.relname
