-- Takes what the default partitions no longer have to keep out of the history, for the archive.
-- index: none
-- locks: the rows that go
SELECT rota.sweep_aside(:retention_ms::bigint * interval '1 millisecond', :kept::int) AS gone
