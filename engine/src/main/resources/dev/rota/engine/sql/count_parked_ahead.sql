-- Counts the jobs that come before one that waits for the same concurrency key, up to a number.
-- index: parked_key
-- locks: none
SELECT count(*) AS jobs FROM (
  SELECT FROM rota.parked p WHERE p.key = :key AND (p.lane, p.seq) < (:lane::smallint, :seq::bigint) LIMIT :max) a
