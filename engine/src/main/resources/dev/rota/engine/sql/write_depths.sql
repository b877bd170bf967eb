-- Notes in this minute's rows how many jobs of some queues were waiting and running, if that is the most that was seen in it.
-- index: none, a row of the primary key for each queue
-- locks: minute rows by queue
INSERT INTO rota.minute AS m (at, queue, pending, running)
SELECT date_trunc('minute', rota.clock()), u.queue, u.pending, u.running
FROM unnest(:queues::text[], :pending::bigint[], :running::bigint[]) AS u (queue, pending, running)
ORDER BY u.queue
ON CONFLICT (at, queue) DO UPDATE SET pending = greatest(m.pending, excluded.pending), running = greatest(m.running, excluded.running)
