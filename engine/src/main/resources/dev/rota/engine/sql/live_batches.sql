-- Finds batches that are not over, from one on.
-- index: batch_live
-- locks: none
SELECT id FROM rota.batch WHERE ended_at IS NULL AND id > :after::bigint ORDER BY id LIMIT :max
