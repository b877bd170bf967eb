-- Ends a token, and writes down who did it.
-- index: none; tokens are few
-- locks: the token
WITH ended AS (
  UPDATE rota.token SET revoked_at = rota.clock(), revoked_by = :actor
  WHERE name = :name AND revoked_at IS NULL
  RETURNING *
),
told AS (
  INSERT INTO rota.event (type, actor, details)
  SELECT 'token.revoked', :actor, jsonb_build_object('token', name) FROM ended
)
SELECT ended.*, 'revoked' AS status FROM ended
