-- Writes down how far an operation is; with nothing left it is completed, and can be undone for an hour if that is possible.
-- index: operation_pkey
-- locks: the operation row
UPDATE rota.operation SET next_below = :next_below::bigint, matched = matched + :matched::int, done = done + :done::int,
  status = CASE WHEN :next_below::bigint = 0 THEN 'completed' ELSE status END,
  finished_at = CASE WHEN :next_below::bigint = 0 THEN rota.clock() END,
  undo_until = CASE WHEN :next_below::bigint = 0 AND :undoable::boolean AND done + :done::int > 0 THEN rota.clock() + interval '1 hour' END
WHERE id = :id::bigint
