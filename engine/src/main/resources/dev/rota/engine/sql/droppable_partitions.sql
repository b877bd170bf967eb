-- Tells the partitions that lie wholly before the retention, but for those with jobs that were read back and are kept.
-- index: none
-- locks: none
SELECT parent, name, from_id, to_id FROM rota.partition p
WHERE to_id <= rota.id_at(rota.clock() - :retention_ms::bigint * interval '1 millisecond')
  AND NOT EXISTS (SELECT FROM rota.kept_range k WHERE k.until > rota.clock() AND k.from_id < p.to_id AND k.to_id > p.from_id)
ORDER BY from_id
