-- Changes the priorities of live jobs, where one is expected only from that. A pending job takes its place at the end of its new
-- lane: the sequence is drawn anew, because a floor may have passed the old one.
-- transition: pending -> pending, scheduled -> scheduled, running -> running, paused -> paused
-- index: ready_job
-- locks: the live rows, then the job rows
WITH wish AS MATERIALIZED (
  SELECT j.id, j.priority AS was, least(100, coalesce(u.priority, j.priority + :boost::int))::smallint AS priority
  FROM unnest(:jobs::bigint[], :priorities::int[], :expected::int[]) AS u (job, priority, expected)
  CROSS JOIN LATERAL (SELECT id, priority FROM rota.job WHERE id = u.job OFFSET 0) j
  WHERE u.expected IS NULL OR j.priority = u.expected
),
a AS (DELETE FROM rota.ready r USING wish w WHERE r.job = w.id RETURNING r.*),
moved AS (
  INSERT INTO rota.ready (job, since, route, attempt, lane, retries, holds_key, key, uniq, schedule)
  SELECT a.job, a.since, a.route, a.attempt,
    CASE WHEN a.lane % 5 = 0 THEN rota.first_lane(w.priority) ELSE rota.lane(w.priority, a.retries) END,
    a.retries, a.holds_key, a.key, a.uniq, a.schedule
  FROM a JOIN wish w ON w.id = a.job RETURNING job
),
b AS (UPDATE rota.delayed d SET lane = rota.lane(w.priority, d.retries) FROM wish w WHERE d.job = w.id RETURNING d.job),
c AS (UPDATE rota.parked p SET lane = rota.lane(w.priority, p.retries) FROM wish w WHERE p.job = w.id RETURNING p.job),
d AS (UPDATE rota.paused p SET lane = rota.lane(w.priority, p.retries) FROM wish w WHERE p.job = w.id RETURNING p.job),
e AS (UPDATE rota.run r SET lane = rota.lane(w.priority, r.retries) FROM wish w WHERE r.job = w.id RETURNING r.job),
f AS (UPDATE rota.blocked b SET lane = rota.lane(w.priority, b.retries) FROM wish w WHERE b.job = w.id RETURNING b.job)
UPDATE rota.job j SET priority = w.priority
FROM (SELECT job FROM moved UNION ALL SELECT job FROM b UNION ALL SELECT job FROM c UNION ALL SELECT job FROM d UNION ALL SELECT job FROM e
  UNION ALL SELECT job FROM f) l
JOIN wish w ON w.id = l.job
WHERE j.id = l.job
RETURNING j.id AS job, j.route, w.was
