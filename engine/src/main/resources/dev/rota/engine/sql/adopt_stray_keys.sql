-- Makes sure that stray keys have a row to be handed on by.
-- index: keylock_pkey
-- locks: keylock by key
INSERT INTO rota.keylock (key, active, granted, cap)
SELECT u.key, 0, 0, coalesce((SELECT j.concurrency_limit FROM rota.parked p JOIN rota.job j ON j.id = p.job WHERE p.key = u.key LIMIT 1), 1)
FROM unnest(:keys::bigint[]) AS u (key) ORDER BY u.key
ON CONFLICT (key) DO NOTHING
