-- Reads what the rules of alerts are about. The cost does not grow with the jobs that are stored: of pending jobs so many are
-- counted for each route, of executions the newest are looked at, of schedules those that ran lately.
-- index: none
-- locks: none
WITH latest AS MATERIALIZED (
  SELECT e.route, e.schedule, e.ended FROM rota.execution e
  WHERE e.id >= rota.id_at(rota.clock() - interval '1 day') ORDER BY e.id DESC LIMIT :sample::int
),
lately AS MATERIALIZED (SELECT DISTINCT schedule FROM latest WHERE schedule IS NOT NULL LIMIT 500),
runs AS MATERIALIZED (
  SELECT l.schedule, x.* FROM lately l CROSS JOIN LATERAL (
    SELECT e.ended, extract(epoch FROM e.finished_at - e.started_at)::float8 AS ran,
      row_number() OVER (ORDER BY e.id DESC) AS place
    FROM rota.execution e WHERE e.schedule = l.schedule ORDER BY e.id DESC LIMIT 60) x
),
reading AS (
  SELECT 'queue_depth' AS rule, t.queue AS subject, sum(r.jobs)::float8 AS value
  FROM rota.route t
  CROSS JOIN LATERAL (SELECT count(*) AS jobs FROM (SELECT FROM rota.ready y WHERE y.route = t.id LIMIT :deepest::int) y) r
  GROUP BY t.queue
  UNION ALL
  SELECT 'failed_rate', t.queue, count(*) FILTER (WHERE l.ended = 'failed')::float8 / count(*)
  FROM latest l JOIN rota.route t ON t.id = l.route WHERE l.ended IN ('completed', 'failed')
  GROUP BY t.queue HAVING count(*) >= 10
  UNION ALL
  (SELECT 'long_running', n.job::text, extract(epoch FROM rota.clock() - n.started_at)::float8 FROM rota.run n
  WHERE n.started_at < rota.clock() - :running_ms::bigint * interval '1 millisecond' ORDER BY n.started_at LIMIT 100)
  UNION ALL
  (SELECT 'missed_schedule', s.name, extract(epoch FROM rota.clock() - s.wake_at)::float8 FROM rota.schedule s
  WHERE s.wake_at < rota.clock() - :late_ms::bigint * interval '1 millisecond' AND s.paused_at IS NULL AND s.halted_at IS NULL
  ORDER BY s.wake_at LIMIT 100)
  UNION ALL
  SELECT 'success_rate', s.name, count(*) FILTER (WHERE r.ended = 'completed')::float8 / count(*)
  FROM runs r JOIN rota.schedule s ON s.id = r.schedule WHERE r.place <= 20 AND r.ended IN ('completed', 'failed')
  GROUP BY s.name HAVING count(*) >= 5
  UNION ALL
  SELECT 'slower', s.name, avg(r.ran) FILTER (WHERE r.place <= 5) / greatest(avg(r.ran) FILTER (WHERE r.place > 5), 0.001)
  FROM runs r JOIN rota.schedule s ON s.id = r.schedule WHERE r.ended = 'completed'
  GROUP BY s.name HAVING count(*) >= 15 AND avg(r.ran) FILTER (WHERE r.place <= 5) > 1
  UNION ALL
  SELECT 'stale_leases', t.queue, count(DISTINCT floor(extract(epoch FROM v.at) / 600))::float8
  FROM (SELECT e.type, e.at, e.job FROM rota.event e ORDER BY e.id DESC LIMIT 10000) v
  JOIN rota.job j ON j.id = v.job JOIN rota.route t ON t.id = j.route
  WHERE v.type = 'job.recovered' AND v.at > rota.clock() - interval '1 hour'
  GROUP BY t.queue
  UNION ALL
  SELECT 'stranded_jobs', t.queue, count(*)::float8
  FROM (SELECT b.job, b.route FROM rota.blocked b WHERE b.since < rota.clock() - interval '1 hour' ORDER BY b.since LIMIT :deepest::int) w
  JOIN rota.route t ON t.id = w.route
  WHERE EXISTS (SELECT FROM rota.dependency d WHERE d.job = w.job AND NOT d.waived
    AND ((SELECT 1 FROM rota.paused p WHERE p.job = d.parent) IS NOT NULL
      OR (SELECT 1 FROM rota.ready r JOIN rota.route o ON o.id = r.route JOIN rota.queue q ON q.name = o.queue
          WHERE r.job = d.parent AND q.paused) IS NOT NULL
      OR (SELECT 1 FROM rota.batch g WHERE g.id = d.parent AND g.open AND g.ended_at IS NULL
          AND (SELECT coalesce(sum(c.jobs - c.completed - c.failed - c.cancelled), 0) FROM rota.batch_count c WHERE c.batch = g.id) = 0) IS NOT NULL
      OR (SELECT 1 FROM rota.prospect p WHERE p.job = d.parent LIMIT 1) IS NULL))
  GROUP BY t.queue
  UNION ALL
  SELECT 'archive_failing', 'archive', 1 FROM rota.archive_failure
)
SELECT rule, subject, value FROM reading
