-- Claims the job at one place of its lane, as take does, where nothing can hold it back or has to be told of it: it was stored by enqueue_bare. What was asked for
-- comes along as in definitions, so that this is all that starting it takes.
-- transition: pending -> running
-- index: ready_lane
-- locks: ready rows (skip locked)
WITH taken AS (
  DELETE FROM rota.ready r WHERE r.ctid = ANY (ARRAY(
    SELECT r.ctid FROM rota.ready r
    WHERE r.route = :route AND r.lane = :lane AND r.seq = :seq
      AND NOT (SELECT q.paused FROM rota.route t JOIN rota.queue q ON q.name = t.queue WHERE t.id = :route)
      AND EXISTS (SELECT FROM rota.worker w WHERE w.id = :worker AND w.stopped_at IS NULL AND w.lease_until > rota.clock())
    FOR UPDATE OF r SKIP LOCKED))
  RETURNING r.*, rota.id_at(rota.clock()) | nextval('rota.id_seq') AS fence
),
started AS (
  INSERT INTO rota.run (job, fence, started_at, since, route, attempt, worker, lane, retries, beat_at)
  SELECT job, fence, rota.clock(), since, route, attempt + 1, :worker, lane, retries, rota.clock() FROM taken
)
SELECT t.job, t.fence, t.route, t.lane, t.seq, (date_part('epoch', t.since) * 1000000)::bigint AS since_us, (date_part('epoch', rota.clock()) * 1000000)::bigint AS now_us,
  true AS starts, nullif(t.attempt, 0) AS attempt, nullif(t.retries, 0) AS retries, NULL::boolean AS holds_key, NULL::bigint AS key, NULL::uuid AS uniq, NULL::bigint AS schedule,
  j.id, j.payload, j.max_retries, j.priority, j.concurrency_limit, (extract(epoch FROM j.timeout) * 1000)::bigint AS timeout_ms, j.tags, j.metadata, j.trace,
  NULL::text AS parents, (j.limits).cpu AS cpu_limit, (j.limits).memory_mb AS memory_limit_mb
FROM taken t CROSS JOIN LATERAL (SELECT * FROM rota.job j WHERE j.id = t.job OFFSET 0) j
