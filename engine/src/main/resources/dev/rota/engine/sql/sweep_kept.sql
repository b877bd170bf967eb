-- Deletes what the default partitions and the small tables no longer have to keep.
-- index: none
-- locks: the rows that go
SELECT rota.sweep_kept(:retention_ms::bigint * interval '1 millisecond', :kept::int) AS gone
