-- Begins an operation on what is there now.
-- index: none
-- locks: the new row
WITH now AS (SELECT rota.clock() AS at, rota.id_at(rota.clock() + interval '2 seconds') AS below)
INSERT INTO rota.operation (id, action, priority, queue, status, ids, states, of_queue, of_kind, of_tag, of_schedule, without_runs, of_target,
  created_from, created_to, ended_from, ended_to, of_text, of_fingerprint, first_below, next_below, lowest, expected, created_by, created_at, undo_of)
SELECT rota.next_id(), :action, :priority::smallint, :queue, 'running', CASE WHEN :by_ids::boolean THEN :ids::bigint[] END,
  :states::rota.state[], :of_queue, :of_kind, :of_tag, :of_schedule::bigint, :without_runs::boolean, :of_target, :created_from::timestamptz,
  :created_to::timestamptz, :ended_from::timestamptz, :ended_to::timestamptz, :of_text, :of_fingerprint::uuid, now.below, now.below,
  least(now.below - 1, greatest((SELECT min(id) FROM rota.job), rota.id_at(:created_from::timestamptz))), :expected::bigint, :actor, now.at,
  :undo_of::bigint
FROM now RETURNING id
