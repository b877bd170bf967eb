-- Locks batches that may be over, in the order of their ids; leaves out those to which jobs are being added. What is decided
-- about them is decided by the next statement, which sees all that was added before.
-- index: batch_pkey
-- locks: batch rows by id (skip locked)
SELECT id FROM rota.batch WHERE id = ANY (:batches::bigint[]) ORDER BY id FOR UPDATE SKIP LOCKED
