-- Tells the partitions that lie wholly before the retention.
-- index: none
-- locks: none
SELECT parent, name, from_id, to_id FROM rota.partition
WHERE to_id <= rota.id_at(rota.clock() - :retention_ms::bigint * interval '1 millisecond')
ORDER BY from_id
