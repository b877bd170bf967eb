-- Tells which job waits at a place of a lane, unless its queue is paused.
-- index: ready_lane
-- locks: none
SELECT r.job FROM rota.ready r
WHERE r.route = :route::int AND r.lane = :lane::smallint AND r.seq = :seq::bigint
  AND NOT (SELECT q.paused FROM rota.route t JOIN rota.queue q ON q.name = t.queue WHERE t.id = :route::int)
LIMIT 1
