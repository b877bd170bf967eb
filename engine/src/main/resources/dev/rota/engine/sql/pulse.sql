-- Sums up what all nodes did to the jobs of each queue after one instant, up to another.
-- index: none, there is a minute of it
-- locks: none
SELECT p.queue, sum(p.enqueued)::bigint AS enqueued, sum(p.started)::bigint AS started, sum(p.completed)::bigint AS completed,
  sum(p.failed)::bigint AS failed, sum(p.cancelled)::bigint AS cancelled
FROM rota.pulse p WHERE p.at > :after::timestamptz AND p.at <= :to::timestamptz GROUP BY p.queue ORDER BY p.queue
