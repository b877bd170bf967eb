-- Writes down what a node did to the jobs of some queues since it last did so, and forgets what is older than a minute.
-- index: none, there is a minute of it
-- locks: pulse rows that are forgotten
WITH old AS (
  DELETE FROM rota.pulse p WHERE p.at < rota.clock() - interval '1 minute'
)
INSERT INTO rota.pulse (at, queue, worker, enqueued, started, completed, failed, cancelled)
SELECT rota.clock(), u.queue, :worker, u.enqueued, u.started, u.completed, u.failed, u.cancelled
FROM unnest(:queues::text[], :enqueued::bigint[], :started::bigint[], :completed::bigint[], :failed::bigint[], :cancelled::bigint[])
  AS u (queue, enqueued, started, completed, failed, cancelled)
ON CONFLICT DO NOTHING
