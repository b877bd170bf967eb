-- Sets the slots taken of these keys to what really holds them: running executions and jobs that were handed the key.
-- The rows are locked since the statement before this one.
-- index: keylock_pkey
-- locks: keylock by key (held since lock_keys)
WITH holders AS MATERIALIZED (
  SELECT u.key,
    CASE WHEN u.key < 0 THEN (SELECT count(*) FROM rota.run r WHERE r.slot = u.key)
      ELSE (SELECT count(*) FROM rota.run r WHERE r.key = u.key)
        + (SELECT count(*) FROM rota.ready q WHERE q.holds_key AND q.key = u.key) END AS jobs
  FROM unnest(:keys::bigint[]) AS u (key)
)
UPDATE rota.keylock k SET active = h.jobs FROM holders h WHERE k.key = h.key AND k.active <> h.jobs
