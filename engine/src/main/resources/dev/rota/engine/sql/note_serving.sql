-- Notes which queues and kinds a worker asks for.
-- index: worker_pkey
-- locks: none
INSERT INTO rota.serving (queue, kind, worker)
SELECT u.queue, u.kind, w.id
FROM unnest(:queues::text[], :kinds::text[]) AS u (queue, kind) JOIN rota.worker w ON w.id = :worker
ON CONFLICT DO NOTHING
