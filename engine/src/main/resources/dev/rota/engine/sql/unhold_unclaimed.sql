-- Takes keys back from jobs that were handed one and have not been claimed since: perhaps no worker can serve them,
-- and others wait for the key. They keep their place and ask for the key again when they are claimed. A row of ready
-- is never updated, since a claim that looked before would take it without removing it: it is put in anew.
-- transition: pending -> pending
-- index: ready_held
-- locks: ready rows (skip locked)
WITH idle AS MATERIALIZED (
  SELECT r.ctid AS place FROM rota.ready r
  WHERE r.holds_key AND r.seq < :handed_before::bigint
    AND EXISTS (SELECT FROM rota.parked p WHERE p.key = r.key)
  LIMIT :max FOR UPDATE OF r SKIP LOCKED
),
removed AS (
  DELETE FROM rota.ready r WHERE r.ctid = ANY (ARRAY(SELECT place FROM idle)) RETURNING r.*
)
INSERT INTO rota.ready (job, seq, since, route, attempt, lane, retries, holds_key, key, uniq, schedule)
SELECT job, seq, since, route, attempt, lane, retries, false, key, uniq, schedule FROM removed
RETURNING key
