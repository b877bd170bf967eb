-- Jobs in every state, as if they had come over two weeks: most on one queue, two hundred on another, one in ten with tags
-- and one in ten with a schedule. Three in four have ended.
INSERT INTO rota.queue (name) SELECT unnest(ARRAY['crawl', 'mail', 'q1', 'q2', 'q3', 'q4', 'q5']);
INSERT INTO rota.route (queue, kind) SELECT q.name, k FROM rota.queue q, unnest(ARRAY['a', 'b']) k;
INSERT INTO rota.worker (name, started_at, beat_at, lease_until)
  SELECT 'w' || n, rota.clock(), rota.clock(), rota.clock() + interval '1 hour' FROM generate_series(1, 4) n;

CREATE TEMP TABLE wanted AS
  SELECT n, rota.clock() - (:jobs - n) * interval '14 days' / :jobs AS at,
    CASE WHEN n % (:jobs / 200) = 0 THEN 'mail' WHEN n % 10 < 6 THEN 'crawl' ELSE 'q' || n % 5 + 1 END AS queue,
    CASE WHEN n % 3 = 0 THEN 'a' ELSE 'b' END AS kind
  FROM generate_series(1, :jobs) n;
INSERT INTO rota.job (id, created_at, route, priority, max_retries, payload, tags, schedule)
  SELECT rota.id_at(w.at) | w.n % 4194304, w.at, r.id, n % 5 * 10, 3,
    '{"account": 4711, "subject": "a job that does nothing at all, as fast as it can"}',
    CASE WHEN n % 10 = 0 THEN ARRAY['target:' || n % 1000, 'common'] WHEN n = :jobs / 2 + 1 THEN ARRAY['rare'] END,
    CASE WHEN n % 10 = 1 THEN n % 1000 END
  FROM wanted w JOIN rota.route r ON r.queue = w.queue AND r.kind = w.kind ORDER BY n;
CREATE TEMP TABLE numbered AS
  SELECT id, route, priority, schedule, created_at, row_number() OVER (ORDER BY id) AS n FROM rota.job;
ANALYZE numbered;

INSERT INTO rota.execution (id, job, started_at, finished_at, due_at, schedule, route, attempt, worker, retries, status, ended)
  SELECT id + (60::bigint << 22), id, created_at, created_at + interval '1 second', created_at, schedule, route, 1, n % 4 + 1, 0,
    (ARRAY['completed', 'failed', 'cancelled'])[w.way]::rota.outcome, (ARRAY['completed', 'failed', 'cancelled'])[w.way]::rota.state
  FROM (SELECT *, CASE WHEN n % 100 = 7 THEN 2 WHEN n % 10007 = 0 THEN 3 ELSE 1 END AS way FROM numbered) w
  WHERE n <= :jobs * 0.75 ORDER BY n;
INSERT INTO rota.ended (job, state, ended_at, route, attempt, retries, ended_by)
  SELECT id, 'cancelled', created_at, route, 0, 0, 'test' FROM numbered WHERE n > :jobs * 0.75 AND n <= :jobs * 0.751;
INSERT INTO rota.ready (job, since, route, lane)
  SELECT id, created_at, route, rota.lane(priority, 0) FROM numbered WHERE n > :jobs * 0.751 AND n <= :jobs * 0.92 ORDER BY n;
INSERT INTO rota.delayed (job, run_at, route, lane, schedule)
  SELECT id, rota.clock() + interval '1 day' + n * interval '1 ms', route, rota.lane(priority, 0), schedule
  FROM numbered WHERE n > :jobs * 0.92 AND n <= :jobs * 0.99;
INSERT INTO rota.paused (job, resumes, since, route, attempt, lane, retries, paused_at, paused_by)
  SELECT id, 'pending', created_at, route, 0, rota.lane(priority, 0), 0, created_at, 'test'
  FROM numbered WHERE n > :jobs * 0.99 AND n <= :jobs * 0.9998;
INSERT INTO rota.run (job, fence, started_at, since, route, attempt, worker, lane, retries, lease_until)
  SELECT id, id + (60::bigint << 22), created_at, created_at, route, 1, 1, rota.lane(priority, 0), 0, rota.clock() + interval '1 day'
  FROM numbered WHERE n > :jobs * 0.9998;
