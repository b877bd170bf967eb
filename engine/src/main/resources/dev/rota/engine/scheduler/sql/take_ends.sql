-- Takes the ends of jobs that schedules made, oldest first, unless another node is doing so.
-- index: schedule_end_pkey
-- locks: schedule_end rows, one advisory lock of the transaction
DELETE FROM rota.schedule_end e
WHERE e.id = ANY (ARRAY(
  SELECT x.id FROM (SELECT pg_try_advisory_xact_lock(7262065, 3) AS mine OFFSET 0) l, rota.schedule_end x
  WHERE l.mine ORDER BY x.id LIMIT :max))
RETURNING e.id, e.schedule, e.job, e.state, e.at
