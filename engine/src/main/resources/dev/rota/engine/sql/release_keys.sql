-- Gives back slots of concurrency keys, in key order. Waits for claims that are about to park on them.
-- index: keylock_pkey
-- locks: keylock by key
WITH locked AS MATERIALIZED (
  SELECT k.key FROM rota.keylock k WHERE k.key = ANY (:keys::bigint[]) ORDER BY k.key FOR UPDATE
)
UPDATE rota.keylock k SET active = greatest(0, k.active - u.freed)
FROM locked l JOIN unnest(:keys::bigint[], :freed::int[]) AS u (key, freed) ON u.key = l.key
WHERE k.key = l.key
