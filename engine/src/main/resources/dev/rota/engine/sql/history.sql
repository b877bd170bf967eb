-- Sums up what happened to the jobs of one queue or of all in steps of so many minutes, from one instant up to now, with the most
-- that waited and ran in one of a step's minutes. Steps without a row are left out.
-- index: none, there are two days of it
-- locks: none
SELECT to_timestamp(floor(extract(epoch FROM s.at) / (60 * :step::int)) * 60 * :step::int) AS at,
  sum(s.enqueued)::bigint AS enqueued, sum(s.started)::bigint AS started, sum(s.completed)::bigint AS completed,
  sum(s.failed)::bigint AS failed, sum(s.cancelled)::bigint AS cancelled,
  (sum(s.waited_ms) / nullif(sum(s.started), 0))::bigint AS waited_ms,
  max(s.pending)::bigint AS pending, max(s.running)::bigint AS running
FROM (
  SELECT m.at, sum(m.enqueued) AS enqueued, sum(m.started) AS started, sum(m.completed) AS completed, sum(m.failed) AS failed,
    sum(m.cancelled) AS cancelled, sum(m.waited_ms) AS waited_ms, sum(m.pending) AS pending, sum(m.running) AS running
  FROM rota.minute m
  WHERE m.at >= rota.clock() - :minutes::int * interval '1 minute' AND (:queue::text IS NULL OR m.queue = :queue::text)
  GROUP BY m.at) s
GROUP BY 1 ORDER BY 1
