-- Parks claimed jobs whose concurrency key is taken; they wait there, still pending, until the key is handed on.
-- transition: pending -> pending
-- index: none
-- locks: none
INSERT INTO rota.parked (job, seq, since, key, route, attempt, lane, retries, uniq, schedule)
SELECT * FROM unnest(:jobs::bigint[], :seqs::bigint[], :sinces::timestamptz[], :keys::bigint[], :routes::int[],
  :attempts::int[], :lanes::smallint[], :retries::smallint[], :uniqs::uuid[], :schedules::bigint[])
