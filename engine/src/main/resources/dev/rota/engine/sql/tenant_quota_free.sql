-- Tells when the next job of a tenant may start, if as many as its quota allows have started within its period.
-- index: tenant_grant_tenant
-- locks: none
SELECT min(g.at) + min(q.period) AS free_at
FROM rota.tenant_quota q JOIN rota.tenant_grant g ON g.tenant = q.tenant AND g.at > rota.clock() - q.period
WHERE q.tenant = :tenant
HAVING sum(g.starts) >= min(q.jobs)
