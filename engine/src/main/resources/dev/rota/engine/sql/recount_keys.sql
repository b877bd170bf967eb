-- Sets the slots taken of these keys to what really holds them: running executions and jobs that were handed the key.
-- The rows are locked since the statement before this one.
-- index: keylock_pkey
-- locks: keylock by key (held since lock_keys)
UPDATE rota.keylock k SET active = h.holders
FROM (
  SELECT u.key,
    (SELECT count(*) FROM rota.run r WHERE CASE WHEN u.key < 0 THEN r.slot = u.key ELSE r.key = u.key END)
    + (SELECT count(*) FROM rota.ready q WHERE q.holds_key AND q.key = u.key) AS holders
  FROM unnest(:keys::bigint[]) AS u (key)) h
WHERE k.key = h.key AND k.active <> h.holders
