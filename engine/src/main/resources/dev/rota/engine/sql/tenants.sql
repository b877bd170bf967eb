-- Tells the tenants that have a weight of their own, or one of them.
-- index: none
-- locks: none
SELECT name, weight FROM rota.tenant WHERE :name::text IS NULL OR name = :name ORDER BY name
