-- Lists the files of the archive, the newest day first.
-- index: none
-- locks: none
SELECT day::text AS day, part, name, jobs, executions, bytes, sha256, archived_at FROM rota.archive_file
ORDER BY day DESC, part LIMIT :max::int OFFSET :skip::int
