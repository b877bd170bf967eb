-- Writes down that a file is in the archive.
-- index: none
-- locks: the new row
INSERT INTO rota.archive_file (day, part, name, jobs, executions, bytes, sha256, archived_at)
VALUES (:day::date, :part::int, :name, :jobs::bigint, :executions::bigint, :bytes::bigint, :sha256, rota.clock())
ON CONFLICT (day, part) DO UPDATE SET name = excluded.name, jobs = excluded.jobs, executions = excluded.executions, bytes = excluded.bytes,
  sha256 = excluded.sha256, archived_at = excluded.archived_at
