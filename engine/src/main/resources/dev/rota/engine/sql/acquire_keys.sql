-- Takes slots of concurrency keys, as many of those wanted as the cap leaves free. The row stays locked until the
-- claim commits, so that a completion which frees the key sees the jobs parked meanwhile.
-- index: keylock_pkey
-- locks: keylock by key
INSERT INTO rota.keylock AS k (key, active, granted, cap)
SELECT u.key, least(u.wanted, u.cap), least(u.wanted, u.cap), u.cap
FROM unnest(:keys::bigint[], :wanted::int[], :caps::int[]) AS u (key, wanted, cap)
ORDER BY u.key
ON CONFLICT (key) DO UPDATE SET
  granted = greatest(0, least(excluded.granted, excluded.cap - k.active)),
  active = k.active + greatest(0, least(excluded.granted, excluded.cap - k.active)),
  cap = excluded.cap
RETURNING key, granted
