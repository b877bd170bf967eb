-- Tells how many connections the server has, and how many of them are this schema's nodes.
-- index: none
-- locks: none
SELECT count(*) AS used, count(*) FILTER (WHERE a.application_name LIKE 'rota%') AS own,
  count(*) FILTER (WHERE a.state LIKE 'idle in transaction%') AS idle_in_transaction
FROM pg_stat_activity a WHERE a.backend_type = 'client backend'
