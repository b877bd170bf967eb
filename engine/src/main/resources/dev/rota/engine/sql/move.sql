-- Moves jobs that are not running to other routes; the same keys are other ones on another queue. A pending job takes its place at
-- the end of its lane there.
-- transition: pending -> pending, scheduled -> scheduled, paused -> paused
-- index: ready_job
-- locks: ready, delayed, parked, paused or blocked rows, then the uniq and job rows
WITH wish AS MATERIALIZED (
  SELECT j.id, j.route AS was, u.route,
    CASE WHEN j.concurrency_key IS NOT NULL THEN rota.key_hash(t.queue, j.concurrency_key) END AS key,
    CASE WHEN j.unique_key IS NOT NULL THEN rota.unique_hash(t.queue, t.kind, j.unique_key) END AS uniq
  FROM unnest(:jobs::bigint[], :routes::int[], :expected::int[]) AS u (job, route, expected)
  CROSS JOIN LATERAL (SELECT * FROM rota.job WHERE id = u.job OFFSET 0) j
  JOIN rota.route t ON t.id = u.route
  WHERE j.route = coalesce(u.expected, j.route) AND j.route <> u.route
),
a AS (DELETE FROM rota.ready r USING wish w WHERE r.job = w.id RETURNING r.*),
b AS (DELETE FROM rota.parked p USING wish w WHERE p.job = w.id RETURNING p.*),
moved AS (
  INSERT INTO rota.ready (job, since, route, attempt, lane, retries, key, uniq, schedule)
  SELECT g.job, g.since, w.route, g.attempt, rota.lane(rota.priority_of(g.lane), g.retries), g.retries, w.key, w.uniq, g.schedule
  FROM (SELECT job, since, attempt, lane, retries, schedule FROM a UNION ALL SELECT job, since, attempt, lane, retries, schedule FROM b) g
  JOIN wish w ON w.id = g.job RETURNING job
),
c AS (UPDATE rota.delayed d SET route = w.route, key = w.key, uniq = w.uniq FROM wish w WHERE d.job = w.id RETURNING d.job),
d AS (UPDATE rota.paused p SET route = w.route, key = w.key, uniq = w.uniq FROM wish w WHERE p.job = w.id RETURNING p.job),
e AS (UPDATE rota.blocked b SET route = w.route, key = w.key, uniq = w.uniq FROM wish w WHERE b.job = w.id RETURNING b.job),
live AS (SELECT job FROM moved UNION ALL SELECT job FROM c UNION ALL SELECT job FROM d UNION ALL SELECT job FROM e),
held AS (
  UPDATE rota.uniq u SET key = w.uniq
  FROM live l JOIN wish w ON w.id = l.job JOIN rota.route t ON t.id = w.was
  CROSS JOIN LATERAL (SELECT unique_key FROM rota.job WHERE id = w.id OFFSET 0) j
  WHERE w.uniq IS NOT NULL AND u.key = rota.unique_hash(t.queue, t.kind, j.unique_key) AND u.job = w.id
),
changed AS (
  UPDATE rota.job j SET route = w.route FROM live l JOIN wish w ON w.id = l.job WHERE j.id = l.job
)
SELECT l.job, w.route, w.was, (SELECT a.key FROM a WHERE a.job = l.job AND a.holds_key) AS key
FROM live l JOIN wish w ON w.id = l.job
