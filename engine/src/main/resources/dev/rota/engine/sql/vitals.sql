-- Tells how far the scheduler is behind, how many schedules wait for it, and how many leases have run out and are not recovered.
-- index: schedule_wake_at
-- locks: none
SELECT
  coalesce((SELECT extract(epoch FROM rota.clock() - min(s.wake_at)) FROM rota.schedule s WHERE s.wake_at <= rota.clock()), 0)::float8 AS lag,
  (SELECT count(*) FROM (SELECT FROM rota.schedule s WHERE s.wake_at <= rota.clock() LIMIT 10000) d) AS overdue,
  (SELECT count(*) FROM (SELECT FROM rota.run r WHERE r.lease_until <= rota.clock() LIMIT 10000) d) AS expired
