-- Lists tokens, the newest first; those that were revoked stay to be seen.
-- index: none; tokens are few
-- locks: none
SELECT t.*, CASE WHEN t.revoked_at IS NOT NULL THEN 'revoked' WHEN t.expires_at <= rota.clock() THEN 'expired' ELSE 'active' END AS status
FROM rota.token t
ORDER BY t.id DESC
LIMIT :limit::int
