-- Lets one node at a time set aside and archive.
-- index: none
-- locks: an advisory lock, until the transaction ends
SELECT pg_try_advisory_xact_lock(7262065, 21) AS free
