-- Tells why finished jobs do not get into the archive, if they do not.
-- index: none
-- locks: none
SELECT format('archiving fails on %s since %s: %s', node, to_char(since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), error) AS seen
FROM rota.archive_failure
