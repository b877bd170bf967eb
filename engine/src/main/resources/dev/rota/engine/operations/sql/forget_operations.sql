-- Forgets operations that ended more than ninety days ago.
-- index: none; there are few
-- locks: operation rows
DELETE FROM rota.operation WHERE finished_at < rota.clock() - interval '90 days'
