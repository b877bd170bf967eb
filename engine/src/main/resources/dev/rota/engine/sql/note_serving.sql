-- Notes which queues and kinds a worker asks for, and how many jobs of the queue it runs at a time.
-- index: worker_pkey
-- locks: serving rows whose number of slots has changed
INSERT INTO rota.serving (queue, kind, worker, slots)
SELECT u.queue, u.kind, w.id, u.slots
FROM unnest(:queues::text[], :kinds::text[], :slots::int[]) AS u (queue, kind, slots) JOIN rota.worker w ON w.id = :worker
ON CONFLICT (queue, kind, worker) DO UPDATE SET slots = excluded.slots WHERE rota.serving.slots IS DISTINCT FROM excluded.slots
