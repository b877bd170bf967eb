-- Finds the head of every known lane at or above its floor, and every lane between them that was not known yet.
-- The last row tells the newest route, so that a worker learns of new ones, and the time.
-- index: ready_lane
-- locks: none
WITH RECURSIVE found AS (
  SELECT g.route, g.below, h.lane, h.seq, h.since
  FROM unnest(:gap_routes::int[], :gap_above::smallint[], :gap_below::smallint[]) AS g (route, above, below)
  CROSS JOIN LATERAL (
    SELECT r.lane, r.seq, r.since FROM rota.ready r
    WHERE r.route = g.route AND r.lane > g.above AND r.lane < g.below
    ORDER BY r.lane, r.seq LIMIT 1) h
  UNION ALL
  SELECT f.route, f.below, h.lane, h.seq, h.since
  FROM found f
  CROSS JOIN LATERAL (
    SELECT r.lane, r.seq, r.since FROM rota.ready r
    WHERE r.route = f.route AND r.lane > f.lane AND r.lane < f.below
    ORDER BY r.lane, r.seq LIMIT 1) h
)
SELECT k.route, k.lane, h.seq, (date_part('epoch', rota.clock() - h.since) * 1000)::bigint AS waited_ms
FROM unnest(:routes::int[], :lanes::smallint[], :floors::bigint[]) AS k (route, lane, floor)
CROSS JOIN LATERAL (
  SELECT r.seq, r.since FROM rota.ready r
  WHERE r.route = k.route AND r.lane = k.lane AND r.seq >= k.floor
  ORDER BY r.seq LIMIT 1) h
UNION ALL
SELECT route, lane, seq, (date_part('epoch', rota.clock() - since) * 1000)::bigint FROM found
UNION ALL
SELECT coalesce(max(id), 0), -1, (date_part('epoch', rota.clock()) * 1000000)::bigint, 0 FROM rota.route
