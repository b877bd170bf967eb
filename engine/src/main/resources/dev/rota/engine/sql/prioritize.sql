-- Changes the priority of a live job. A pending one takes its place at the end of its new lane: the sequence is drawn
-- anew, because a floor may have passed the old one.
-- transition: pending -> pending, scheduled -> scheduled, running -> running, paused -> paused
-- index: ready_job
-- locks: the live row, then the job row
WITH wish AS (
  SELECT id, least(100, coalesce(:priority::int, priority + :boost::int))::smallint AS priority FROM rota.job WHERE id = :job
),
a AS (DELETE FROM rota.ready r USING wish w WHERE r.job = w.id RETURNING r.*),
moved AS (
  INSERT INTO rota.ready (job, since, route, attempt, lane, retries, holds_key, key, uniq, schedule)
  SELECT a.job, a.since, a.route, a.attempt,
    CASE WHEN a.lane % 5 = 0 THEN rota.first_lane(w.priority) ELSE rota.lane(w.priority, a.retries) END,
    a.retries, a.holds_key, a.key, a.uniq, a.schedule
  FROM a, wish w RETURNING job
),
b AS (UPDATE rota.delayed d SET lane = rota.lane(w.priority, d.retries) FROM wish w WHERE d.job = w.id RETURNING d.job),
c AS (UPDATE rota.parked p SET lane = rota.lane(w.priority, p.retries) FROM wish w WHERE p.job = w.id RETURNING p.job),
d AS (UPDATE rota.paused p SET lane = rota.lane(w.priority, p.retries) FROM wish w WHERE p.job = w.id RETURNING p.job),
e AS (UPDATE rota.run r SET lane = rota.lane(w.priority, r.retries) FROM wish w WHERE r.job = w.id RETURNING r.job),
f AS (UPDATE rota.blocked b SET lane = rota.lane(w.priority, b.retries) FROM wish w WHERE b.job = w.id RETURNING b.job)
UPDATE rota.job j SET priority = w.priority
FROM wish w,
  (SELECT job FROM moved UNION ALL SELECT job FROM b UNION ALL SELECT job FROM c UNION ALL SELECT job FROM d UNION ALL SELECT job FROM e
    UNION ALL SELECT job FROM f) l
WHERE j.id = w.id AND l.job = w.id
RETURNING j.priority, j.route
