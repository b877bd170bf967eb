-- Claims up to :max ready jobs, strip by strip: a strip is a stretch of a lane with a quota, and the strips come in
-- the order in which their jobs are due to run. Jobs of a paused queue are passed over. A job whose concurrency key
-- is not held yet, or of a route where windows let some start and some not, is only taken out here; the next
-- statements start it, park it or put it off. Once windows stand otherwise than the plan knew, nothing is taken.
-- Unique keys of the scope pending are free as soon as their job starts. A worker whose executions live by its own lease gets nothing when that is over,
-- whatever the worker believes: its clock may have stood still, or the database's have jumped. OFFSET 0 keeps the plan from reading all jobs.
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
    WHERE NOT (SELECT q.paused FROM rota.route t JOIN rota.queue q ON q.name = t.queue WHERE t.id = s.route)
      AND (:lease_ms::bigint IS NOT NULL
        OR EXISTS (SELECT FROM rota.worker w WHERE w.id = :worker AND w.stopped_at IS NULL AND w.lease_until > rota.clock()))
      AND rota.clock() < :open_until::timestamptz
    LIMIT :max))
  RETURNING r.*, (SELECT rota.id_at(rota.clock())) | nextval('rota.id_seq') AS fence,
    (r.key IS NULL OR r.holds_key) AND r.route <> ALL (:mixed_routes::int[]) AS starts
),
freed AS (
  DELETE FROM rota.uniq u USING taken t
  WHERE t.starts AND t.uniq IS NOT NULL AND u.key BETWEEN t.uniq AND t.uniq AND u.job = t.job AND u.scope = 'pending'
),
started AS (
  INSERT INTO rota.run (job, fence, started_at, since, route, attempt, worker, lane, retries, lease_until, beat_at, slot, key, uniq, schedule)
  SELECT job, fence, rota.clock(), since, route, attempt + 1, :worker::int, lane, retries,
    rota.clock() + :lease_ms::bigint * interval '1 millisecond', rota.clock(),
    CASE WHEN taken.route = ANY (:slot_routes::int[]) THEN (SELECT rota.slot_key(t.queue) FROM rota.route t WHERE t.id = taken.route) END, key, uniq, schedule
  FROM taken WHERE starts
)
SELECT t.job, t.fence, t.route, t.lane, t.retries, t.attempt, t.seq, t.key, t.uniq, t.schedule,
  t.starts, t.holds_key, CASE WHEN NOT t.starts THEN t.since::text END AS since, j.concurrency_limit, j.payload, j.max_retries, j.priority,
  (extract(epoch FROM j.timeout) * 1000)::bigint AS timeout_ms, (j.limits).cpu AS cpu_limit, (j.limits).memory_mb AS memory_limit_mb, j.tags, j.metadata, j.trace, (date_part('epoch', rota.clock()) * 1000000)::bigint AS now_us,
  (date_part('epoch', rota.clock() - t.since) * 1000)::bigint AS waited_ms,
  CASE WHEN (SELECT pg_relation_size('rota.dependency') > 0) THEN
    (SELECT json_object_agg(coalesce(d.name, rota.shown_id(d.parent)), rota.result_of(d.parent))
      FROM rota.dependency d WHERE d.job = t.job)::text END AS parents
FROM taken t CROSS JOIN LATERAL (SELECT * FROM rota.job j WHERE j.id = t.job OFFSET 0) j
