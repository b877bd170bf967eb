-- Forgets starts that no longer count against a tenant's quota, and those that a clock which stepped back has left too far ahead.
-- index: none
-- locks: tenant_grant rows
DELETE FROM rota.tenant_grant g WHERE NOT EXISTS (
  SELECT FROM rota.tenant_quota q WHERE q.tenant = g.tenant AND g.at BETWEEN rota.clock() - q.period AND rota.clock() + q.period)
