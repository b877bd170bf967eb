-- Lets those that enter a remote worker of this name and token go one after the other, until the transaction ends: each sees the row
-- that the one before has made.
-- index: none
-- locks: one advisory lock of the transaction
SELECT count(pg_advisory_xact_lock(7262066, hashtext(:name || coalesce('/' || :token::text, '')))) AS locks
