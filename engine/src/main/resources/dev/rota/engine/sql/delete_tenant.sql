-- Takes a tenant's weight away: it counts as one again.
-- index: tenant_pkey
-- locks: the tenant row
DELETE FROM rota.tenant WHERE name = :name
