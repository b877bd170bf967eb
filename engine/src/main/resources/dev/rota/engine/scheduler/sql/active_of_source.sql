-- How many active targets a source has.
-- index: none, the targets of a source are all looked at
-- locks: none
SELECT count(*) AS targets FROM rota.target t WHERE t.source = :source AND t.active
