-- Tells of each partitioned table until when it has partitions, in days from now.
-- index: none
-- locks: none
SELECT p.parent AS name, extract(epoch FROM to_timestamp((max(p.to_id) >> 22) + 1735689600) - rota.clock()) / 86400 AS days
FROM rota.partition p GROUP BY p.parent ORDER BY p.parent
