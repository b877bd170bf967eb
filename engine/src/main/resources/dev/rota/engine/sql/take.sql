-- Claims up to :max ready jobs, strip by strip: a strip is a stretch of a lane with a quota, and the strips come in
-- the order in which their jobs are due to run. Jobs of a paused queue are passed over. A job whose concurrency key
-- is not held yet, or of a route where windows let some start and some not, is only taken out here; the next
-- statements start it, park it or put it off. Once windows stand otherwise than the plan knew, nothing is taken.
-- Unique keys of the scope pending are free as soon as their job starts; while nobody has used any, their table has no page.
-- A worker whose executions live by its own lease gets nothing when that is over, whatever the worker believes: its clock may
-- have stood still, or the database's have jumped. What was asked for of the jobs is read by definitions. Zero and false are
-- answered as null, which costs nothing.
-- transition: pending -> running
-- index: ready_lane
-- locks: ready rows (skip locked)
WITH taken AS (
  DELETE FROM rota.ready r WHERE r.ctid = ANY (ARRAY(
    SELECT h.place
    FROM unnest(:routes::int[], :lanes::smallint[], :from_seqs::bigint[], :to_seqs::bigint[], :min_waits_ms::bigint[],
      :quotas::int[]) AS s (route, lane, from_seq, to_seq, min_wait_ms, quota)
    CROSS JOIN LATERAL (
      SELECT r.ctid AS place FROM rota.ready r
      WHERE r.route = s.route AND r.lane = s.lane AND r.seq >= s.from_seq AND r.seq < s.to_seq
        AND (s.min_wait_ms = 0 OR r.since <= rota.clock() - s.min_wait_ms * interval '1 millisecond')
      ORDER BY r.seq LIMIT s.quota
      FOR UPDATE OF r SKIP LOCKED) h
    WHERE s.route <> ALL (ARRAY(SELECT t.id FROM rota.queue q JOIN rota.route t ON t.queue = q.name WHERE q.paused))
      AND (:lease_ms::bigint IS NOT NULL
        OR EXISTS (SELECT FROM rota.worker w WHERE w.id = :worker AND w.stopped_at IS NULL AND w.lease_until > rota.clock()))
      AND rota.clock() < :open_until::timestamptz
    LIMIT :max))
  RETURNING r.*, (SELECT rota.id_at(rota.clock())) | nextval('rota.id_seq') AS fence,
    (r.key IS NULL OR r.holds_key) AND r.route <> ALL (:mixed_routes::int[]) AS starts
),
freed AS (
  DELETE FROM rota.uniq u USING taken t
  WHERE (SELECT pg_relation_size('rota.uniq') > 0) AND t.starts AND t.uniq IS NOT NULL AND u.key BETWEEN t.uniq AND t.uniq AND u.job = t.job AND u.scope = 'pending'
),
started AS (
  INSERT INTO rota.run (job, fence, started_at, since, route, attempt, worker, lane, retries, lease_until, beat_at, slot, key, uniq, schedule)
  SELECT job, fence, rota.clock(), since, route, attempt + 1, :worker::int, lane, retries,
    rota.clock() + :lease_ms::bigint * interval '1 millisecond', rota.clock(),
    CASE WHEN taken.route = ANY (:slot_routes::int[]) THEN (SELECT rota.slot_key(t.queue) FROM rota.route t WHERE t.id = taken.route) END, key, uniq, schedule
  FROM taken WHERE starts
)
SELECT job, fence, route, lane, seq, (date_part('epoch', since) * 1000000)::bigint AS since_us, (SELECT (date_part('epoch', rota.clock()) * 1000000)::bigint) AS now_us,
  starts, nullif(attempt, 0) AS attempt, nullif(retries, 0) AS retries, nullif(holds_key, false) AS holds_key, key, uniq, schedule
FROM taken
