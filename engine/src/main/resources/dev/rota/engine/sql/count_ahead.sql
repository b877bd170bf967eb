-- Counts the pending jobs of a queue that come before a place in its lanes, up to a number.
-- index: ready_lane
-- locks: none
SELECT count(*) AS jobs FROM (
  SELECT FROM rota.route t
  CROSS JOIN LATERAL (SELECT FROM rota.ready r WHERE r.route = t.id AND (r.lane, r.seq) < (:lane::smallint, :seq::bigint) LIMIT :max) r
  WHERE t.queue = :queue LIMIT :max) a
