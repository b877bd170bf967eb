-- Finds keys with jobs parked for them although a slot is free.
-- index: none
-- locks: none
SELECT DISTINCT p.key FROM rota.parked p
WHERE NOT EXISTS (SELECT FROM rota.keylock k WHERE k.key = p.key AND k.active >= k.cap)
ORDER BY p.key LIMIT :max
