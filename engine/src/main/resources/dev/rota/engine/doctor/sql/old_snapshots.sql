-- Tells what keeps dead rows of this database in place, the oldest first: sessions, prepared transactions and replication slots. Their times are
-- those of the server, which no test moves.
-- index: none
-- locks: none
SELECT sort, name, details, extract(epoch FROM statement_timestamp() - since) AS seconds, age
FROM (
  SELECT 'session' AS sort, a.pid::text AS name,
    concat_ws(' ', coalesce(a.usename::text, a.backend_type), nullif(a.application_name, ''), a.client_addr::text, a.state) AS details,
    coalesce(a.xact_start, a.backend_start) AS since, greatest(age(a.backend_xmin), age(a.backend_xid)) AS age
  FROM pg_stat_activity a
  WHERE a.datname = current_database() AND a.pid <> pg_backend_pid() AND (a.backend_xmin IS NOT NULL OR a.backend_xid IS NOT NULL)
    AND a.backend_type NOT IN ('autovacuum worker')
  UNION ALL
  SELECT 'prepared', p.gid, p.owner::text, p.prepared, age(p.transaction) FROM pg_prepared_xacts p WHERE p.database = current_database()
  UNION ALL
  SELECT 'slot', s.slot_name::text, s.slot_type || CASE WHEN s.active THEN ', active' ELSE ', not active' END, NULL,
    greatest(age(s.xmin), age(s.catalog_xmin))
  FROM pg_replication_slots s WHERE s.xmin IS NOT NULL OR s.catalog_xmin IS NOT NULL) held
ORDER BY age DESC NULLS LAST, seconds DESC NULLS LAST
