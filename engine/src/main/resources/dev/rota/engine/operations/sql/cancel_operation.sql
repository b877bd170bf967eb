-- Stops an operation that is not done; what it did can be undone for an hour if that is possible. Waits for its batch to end.
-- index: operation_running
-- locks: the operation row
UPDATE rota.operation SET status = 'cancelled', finished_at = rota.clock(), cancelled_by = :actor,
  undo_until = CASE WHEN :undoable::boolean AND done > 0 THEN rota.clock() + interval '1 hour' END
WHERE id = :id::bigint AND status = 'running' RETURNING id
