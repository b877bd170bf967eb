-- Marks an operation as undone by another, if its hour is not over and no other undoes it or has undone it.
-- index: operation_pkey
-- locks: the operation row
UPDATE rota.operation o SET undone_by = :undoing::bigint
WHERE o.id = :id::bigint AND o.undo_until > rota.clock()
  AND NOT EXISTS (SELECT FROM rota.operation u WHERE u.id = o.undone_by AND u.status <> 'cancelled')
RETURNING o.id
