-- Locks a tenant's quota until the claim commits: claims of jobs of a tenant with a quota go one after the other.
-- index: tenant_quota_pkey
-- locks: the quota
SELECT tenant FROM rota.tenant_quota WHERE tenant = :tenant FOR NO KEY UPDATE
