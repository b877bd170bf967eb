-- Says how many jobs of a tenant may start within a period.
-- index: tenant_quota_pkey
-- locks: the quota
INSERT INTO rota.tenant_quota (tenant, jobs, period) VALUES (:tenant, :most, :period_ms::bigint * interval '1 millisecond')
ON CONFLICT (tenant) DO UPDATE SET jobs = excluded.jobs, period = excluded.period
