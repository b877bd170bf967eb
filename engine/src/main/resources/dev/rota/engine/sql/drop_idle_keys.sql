-- Forgets keys that nobody holds.
-- index: none
-- locks: keylock rows
DELETE FROM rota.keylock k WHERE k.active = 0 AND NOT EXISTS (SELECT FROM rota.parked p WHERE p.key = k.key)
