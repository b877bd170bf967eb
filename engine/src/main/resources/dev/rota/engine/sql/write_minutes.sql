-- Adds what a node did to the jobs of some queues to this minute's rows, and forgets what is older than two days.
-- index: none, a row of the primary key for each queue
-- locks: minute rows by queue
WITH old AS (
  DELETE FROM rota.minute m WHERE m.at < rota.clock() - interval '2 days'
)
INSERT INTO rota.minute AS m (at, queue, enqueued, started, completed, failed, cancelled, waited_ms)
SELECT date_trunc('minute', rota.clock()), u.queue, u.enqueued, u.started, u.completed, u.failed, u.cancelled, u.waited_ms
FROM unnest(:queues::text[], :enqueued::bigint[], :started::bigint[], :completed::bigint[], :failed::bigint[], :cancelled::bigint[],
    :waited_ms::bigint[]) AS u (queue, enqueued, started, completed, failed, cancelled, waited_ms)
ORDER BY u.queue
ON CONFLICT (at, queue) DO UPDATE SET enqueued = m.enqueued + excluded.enqueued, started = m.started + excluded.started,
  completed = m.completed + excluded.completed, failed = m.failed + excluded.failed, cancelled = m.cancelled + excluded.cancelled,
  waited_ms = m.waited_ms + excluded.waited_ms
