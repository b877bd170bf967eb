-- Sets the slots taken of these keys to what really holds them: running executions and jobs that were handed the key.
-- The rows are locked since the statement before this one. It reads what is running.
-- index: none
-- locks: keylock by key (held since lock_keys)
WITH holders AS MATERIALIZED (
  SELECT key, count(*) AS jobs FROM (
    SELECT key FROM rota.run WHERE key = ANY (:keys::bigint[])
    UNION ALL SELECT slot FROM rota.run WHERE slot = ANY (:keys::bigint[])
    UNION ALL SELECT key FROM rota.ready WHERE holds_key AND key = ANY (:keys::bigint[])) h
  GROUP BY key
)
UPDATE rota.keylock k SET active = coalesce(h.jobs, 0)
FROM unnest(:keys::bigint[]) AS u (key) LEFT JOIN holders h ON h.key = u.key
WHERE k.key = u.key AND k.active <> coalesce(h.jobs, 0)
