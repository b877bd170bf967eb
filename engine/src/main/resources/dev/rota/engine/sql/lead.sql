-- Takes or keeps the lead; the epoch grows with every change of leader. Not answered while another node leads. A lease
-- that ends later than one that is taken now was left behind by a clock that stepped back: it does not count.
-- index: leader_pkey
-- locks: leader row
INSERT INTO rota.leader AS l (duty, worker, epoch, lease_until)
VALUES ('housekeeping', :worker, 1, rota.clock() + :lease_ms::bigint * interval '1 millisecond')
ON CONFLICT (duty) DO UPDATE SET worker = excluded.worker, lease_until = excluded.lease_until,
  epoch = l.epoch + CASE WHEN l.worker = excluded.worker THEN 0 ELSE 1 END
  WHERE l.worker = excluded.worker OR l.lease_until <= rota.clock() OR l.lease_until > excluded.lease_until
RETURNING epoch
