-- Counts the jobs of lanes from their heads on, up to a bound for each.
-- index: ready_lane
-- locks: none
SELECT k.route, d.jobs
FROM unnest(:routes::int[], :lanes::smallint[], :seqs::bigint[]) AS k (route, lane, seq)
CROSS JOIN LATERAL (
  SELECT count(*) AS jobs FROM (
    SELECT FROM rota.ready r WHERE r.route = k.route AND r.lane = k.lane AND r.seq >= k.seq ORDER BY r.seq LIMIT :most::int) c) d
