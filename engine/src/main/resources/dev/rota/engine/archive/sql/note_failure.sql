-- Writes down why the archive does not get on; since when it does not stays.
-- index: none
-- locks: the one row
INSERT INTO rota.archive_failure AS f (since, at, node, error) VALUES (rota.clock(), rota.clock(), :node, :error)
ON CONFLICT (single) DO UPDATE SET at = excluded.at, node = excluded.node, error = excluded.error
