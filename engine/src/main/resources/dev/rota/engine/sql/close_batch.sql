-- Lets a batch end when its last job has.
-- index: batch_pkey
-- locks: batch row
UPDATE rota.batch SET open = false WHERE id = :id RETURNING id
