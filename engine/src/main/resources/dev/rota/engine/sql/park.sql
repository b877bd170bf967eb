-- Parks claimed jobs whose concurrency key is taken; they wait there, still pending, until the key is handed on.
-- transition: pending -> pending
-- index: none
-- locks: none
INSERT INTO rota.parked (job, seq, since, key, route, attempt, lane, retries, uniq, schedule)
SELECT job, seq, to_timestamp(since_us / float8 '1000000'), key, route, attempt, lane, retries, uniq, schedule
FROM unnest(:jobs::bigint[], :seqs::bigint[], :sinces_us::bigint[], :keys::bigint[], :routes::int[],
  :attempts::int[], :lanes::smallint[], :retries::smallint[], :uniqs::uuid[], :schedules::bigint[])
  AS u (job, seq, since_us, key, route, attempt, lane, retries, uniq, schedule)
