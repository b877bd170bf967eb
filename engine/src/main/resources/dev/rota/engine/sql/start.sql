-- Starts claimed jobs that got their concurrency key, now that they have it, or that windows let start when they were
-- taken; unique keys of the scope pending are free from then on.
-- transition: pending -> running
-- index: uniq_pkey
-- locks: uniq rows
WITH freed AS (
  DELETE FROM rota.uniq u USING unnest(:jobs::bigint[], :uniqs::uuid[]) AS g (job, key)
  WHERE (SELECT pg_relation_size('rota.uniq') > 0) AND u.key BETWEEN g.key AND g.key AND u.job = g.job AND u.scope = 'pending'
)
INSERT INTO rota.run (job, fence, started_at, since, route, attempt, worker, lane, retries, lease_until, beat_at, slot, key, uniq, schedule)
SELECT u.job, u.fence, CASE WHEN u.key IS NULL THEN :taken_at::timestamptz ELSE rota.clock() END, to_timestamp(u.since_us / float8 '1000000'), u.route, u.attempt + 1, :worker::int, u.lane, u.retries,
  rota.clock() + :lease_ms::bigint * interval '1 millisecond', rota.clock(),
    CASE WHEN u.route = ANY (:slot_routes::int[]) THEN (SELECT rota.slot_key(t.queue) FROM rota.route t WHERE t.id = u.route) END, u.key, u.uniq, u.schedule
FROM unnest(:jobs::bigint[], :fences::bigint[], :sinces_us::bigint[], :routes::int[], :attempts::int[], :lanes::smallint[],
  :retries::smallint[], :keys::bigint[], :uniqs::uuid[], :schedules::bigint[])
  AS u (job, fence, since_us, route, attempt, lane, retries, key, uniq, schedule)
