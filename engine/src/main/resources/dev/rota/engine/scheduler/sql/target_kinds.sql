-- The kinds of targets that there are.
-- index: none
-- locks: none
SELECT DISTINCT t.kind FROM rota.target t ORDER BY t.kind
