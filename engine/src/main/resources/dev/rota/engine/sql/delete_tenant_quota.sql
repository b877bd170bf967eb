-- Lets a tenant start as many jobs as it has.
-- index: tenant_quota_pkey
-- locks: the quota
DELETE FROM rota.tenant_quota WHERE tenant = :tenant
