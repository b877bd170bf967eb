-- Locks the rows of keys, in their order.
-- index: keylock_pkey
-- locks: keylock by key
SELECT key FROM rota.keylock WHERE key = ANY (:keys::bigint[]) ORDER BY key FOR UPDATE
