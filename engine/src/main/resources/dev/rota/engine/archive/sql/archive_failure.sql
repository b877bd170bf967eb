-- Tells why the archive does not get on, if it does not.
-- index: none
-- locks: none
SELECT since, at, node, error FROM rota.archive_failure
