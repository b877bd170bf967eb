-- Forgets keys that nobody holds. Passes over those that somebody is about to take: it waits for nobody.
-- index: keylock_pkey
-- locks: keylock by key (skip locked)
DELETE FROM rota.keylock k WHERE k.key IN (
  SELECT i.key FROM rota.keylock i WHERE i.active = 0 AND NOT EXISTS (SELECT FROM rota.parked p WHERE p.key = i.key)
  ORDER BY i.key FOR UPDATE OF i SKIP LOCKED)
