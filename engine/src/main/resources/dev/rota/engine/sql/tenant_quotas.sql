-- The quotas of tenants, or of one of them, with how many jobs have started within its period.
-- index: none
-- locks: none
SELECT q.tenant, q.jobs, (extract(epoch FROM q.period) * 1000)::bigint AS period_ms,
  coalesce((SELECT sum(g.starts) FROM rota.tenant_grant g WHERE g.tenant = q.tenant AND g.at > rota.clock() - q.period), 0) AS used
FROM rota.tenant_quota q WHERE :tenant::text IS NULL OR q.tenant = :tenant::text ORDER BY q.tenant
