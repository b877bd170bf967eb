-- Tells the version of the server and the settings on which durability and speed depend.
-- index: none
-- locks: none
SELECT s.name, s.setting, s.unit, current_setting(s.name) AS shown FROM pg_settings s
WHERE s.name IN ('server_version_num', 'server_version', 'fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum', 'track_counts',
  'shared_buffers', 'max_connections', 'superuser_reserved_connections', 'idle_in_transaction_session_timeout')
