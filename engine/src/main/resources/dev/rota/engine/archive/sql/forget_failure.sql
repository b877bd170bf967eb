-- Forgets that the archive did not get on.
-- index: none
-- locks: the one row
DELETE FROM rota.archive_failure
