-- Finds keys whose count of slots taken does not match what holds them.
-- index: none
-- locks: none
SELECT k.key FROM rota.keylock k
LEFT JOIN (
  SELECT key, count(*) AS holders FROM (
    SELECT key FROM rota.run WHERE key IS NOT NULL
    UNION ALL SELECT slot FROM rota.run WHERE slot IS NOT NULL
    UNION ALL SELECT key FROM rota.ready WHERE holds_key) h GROUP BY key) h ON h.key = k.key
WHERE k.active <> coalesce(h.holders, 0)
ORDER BY k.key LIMIT :max
