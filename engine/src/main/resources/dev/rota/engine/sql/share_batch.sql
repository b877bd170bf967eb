-- Keeps a batch from ending until jobs are added to it; tells whether it has ended.
-- index: batch_pkey
-- locks: batch row (shared)
SELECT name, ended_at IS NOT NULL AS ended FROM rota.batch WHERE id = :id FOR SHARE
