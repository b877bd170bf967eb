-- Takes one partition that lies before the retention off the history, for the archive; what must be kept moves to the default partition first.
-- index: none
-- locks: the parent, for a moment
SELECT rota.set_aside(:name, :retention_ms::bigint * interval '1 millisecond', :kept::int) AS moved
