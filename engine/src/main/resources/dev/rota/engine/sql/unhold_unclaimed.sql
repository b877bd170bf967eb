-- Takes keys back from jobs that were handed one and have not been claimed since: perhaps no worker can serve them,
-- and others wait for the key. They keep their place and ask for the key again when they are claimed.
-- transition: pending -> pending
-- index: ready_held
-- locks: ready rows (skip locked)
WITH idle AS MATERIALIZED (
  SELECT r.ctid AS place, r.* FROM rota.ready r
  WHERE r.holds_key AND r.seq < :handed_before::bigint
    AND EXISTS (SELECT FROM rota.parked p WHERE p.key = r.key)
  LIMIT :max FOR UPDATE OF r SKIP LOCKED
)
UPDATE rota.ready r SET holds_key = false FROM idle i WHERE r.ctid = i.place RETURNING r.key
