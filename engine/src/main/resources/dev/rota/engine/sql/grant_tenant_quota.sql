-- Writes down how many jobs of a tenant with a quota were started.
-- index: none
-- locks: none
INSERT INTO rota.tenant_grant (tenant, at, starts) VALUES (:tenant, rota.clock(), :starts)
