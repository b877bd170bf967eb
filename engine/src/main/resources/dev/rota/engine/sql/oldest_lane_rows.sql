-- Finds the first visible row of lanes at or above their floors. A row whose removal is not committed is still visible,
-- so that a floor never passes a row that may come back.
-- index: ready_lane
-- locks: none
SELECT k.route, k.lane, coalesce(h.seq, -1) AS seq
FROM unnest(:routes::int[], :lanes::smallint[], :floors::bigint[]) AS k (route, lane, floor)
LEFT JOIN LATERAL (
  SELECT r.seq FROM rota.ready r WHERE r.route = k.route AND r.lane = k.lane AND r.seq >= k.floor
  ORDER BY r.seq LIMIT 1) h ON true
