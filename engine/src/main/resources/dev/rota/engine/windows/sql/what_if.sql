-- Tells the jobs that would come due, or are due now, while some queues are closed: the first of them, and how many
-- there are. Its cost grows with the number of jobs that wait.
-- index: none
-- locks: none
WITH due AS (
  SELECT l.job, l.state, l.route, greatest(l.run_at, rota.clock()) AS at
  FROM rota.live l WHERE l.state IN ('pending', 'scheduled')
)
SELECT d.job, r.queue, r.kind, d.state::text AS state, d.at, s.until, count(*) OVER () AS total
FROM unnest(:queues::text[], :starts::timestamptz[], :untils::timestamptz[]) AS s (queue, start, until)
JOIN rota.route r ON r.queue = s.queue AND (:kind::text IS NULL OR r.kind = :kind)
JOIN due d ON d.route = r.id AND d.at >= s.start AND d.at < s.until
WHERE :tags::text[] = '{}' OR EXISTS (SELECT FROM rota.job j WHERE j.id = d.job AND j.tags @> :tags::text[])
ORDER BY d.at, d.job LIMIT :max
