-- Gives back slots of concurrency keys. Goes through them in their order, as a nested loop does; where plans are not pinned, lock_keys comes first.
-- Waits for claims that are about to park on them, and says at the end whether a job may be parked: the table has no page until one was.
-- index: keylock_pkey
-- locks: keylock by key
WITH given_back AS (
  UPDATE rota.keylock k SET active = greatest(0, k.active - u.freed)
  FROM (SELECT key, freed FROM unnest(:keys::bigint[], :freed::int[]) AS u (key, freed) ORDER BY key) u
  WHERE k.key BETWEEN u.key AND u.key
  RETURNING k.key
)
SELECT count(*) AS keys, pg_relation_size('rota.parked') > 0 AS parked FROM given_back
