-- Sets the slots of a queue with a cluster-wide limit.
-- index: keylock_pkey
-- locks: keylock row
INSERT INTO rota.keylock (key, active, granted, cap)
VALUES (rota.slot_key(:queue), 0, 0, :cap::int)
ON CONFLICT (key) DO UPDATE SET cap = excluded.cap
RETURNING key
