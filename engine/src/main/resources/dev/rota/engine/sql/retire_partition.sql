-- Drops one partition that lies before the retention; what must be kept moves to the default partition first.
-- index: none
-- locks: the parent, for a moment
SELECT rota.retire_partition(:name, :retention_ms::bigint * interval '1 millisecond', :kept::int) AS moved
