-- Hands free slots of concurrency keys to the jobs parked for them, in the order of their lanes. Runs as the statement
-- after release_keys, so that it sees what was parked until then.
-- transition: pending -> pending
-- index: parked_key
-- locks: keylock (held since release_keys), parked rows (skip locked)
WITH free AS MATERIALIZED (
  SELECT k.key, k.cap - k.active AS slots FROM rota.keylock k
  WHERE k.key = ANY (:keys::bigint[]) AND k.active < k.cap ORDER BY k.key FOR UPDATE
),
next AS MATERIALIZED (
  SELECT p.* FROM free f CROSS JOIN LATERAL (
    SELECT p.* FROM rota.parked p WHERE p.key = f.key
    ORDER BY p.lane, p.seq LIMIT f.slots FOR UPDATE OF p SKIP LOCKED) p
),
unparked AS (
  DELETE FROM rota.parked p USING next n WHERE p.job BETWEEN n.job AND n.job
),
handed AS (
  INSERT INTO rota.ready (job, since, route, attempt, lane, retries, holds_key, key, uniq, schedule)
  SELECT job, since, route, attempt, rota.first_lane(rota.priority_of(lane)), retries, true, key, uniq, schedule FROM next
),
counted AS (
  UPDATE rota.keylock k SET active = k.active + n.jobs
  FROM (SELECT key, count(*)::int AS jobs FROM next GROUP BY key) n WHERE k.key BETWEEN n.key AND n.key
)
SELECT DISTINCT route FROM next
