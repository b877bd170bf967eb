-- Sums up the files of the archive.
-- index: none
-- locks: none
SELECT count(*) AS files, coalesce(sum(jobs), 0)::bigint AS jobs, coalesce(sum(executions), 0)::bigint AS executions,
  coalesce(sum(bytes), 0)::bigint AS bytes
FROM rota.archive_file
