-- Gives a tenant its weight.
-- index: tenant_pkey
-- locks: the tenant row
INSERT INTO rota.tenant (name, weight) VALUES (:name, :weight)
ON CONFLICT (name) DO UPDATE SET weight = excluded.weight
