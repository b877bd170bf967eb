-- Tells how many jobs of a tenant may still start within its period; runs as the statement after lock_tenant_quota.
-- index: tenant_grant_tenant
-- locks: none
SELECT q.jobs - coalesce((
    SELECT sum(g.starts) FROM rota.tenant_grant g WHERE g.tenant = q.tenant AND g.at > rota.clock() - q.period), 0)::int AS starts
FROM rota.tenant_quota q WHERE q.tenant = :tenant
