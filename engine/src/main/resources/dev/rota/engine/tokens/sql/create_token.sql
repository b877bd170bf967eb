-- Stores a token, of which there is no other of that name, and writes down who made it.
-- index: token_name
-- locks: none
WITH made AS (
  INSERT INTO rota.token (name, role, queues, hash, hint, created_by, expires_at)
  VALUES (:name, :role, :queues::text[], :hash, :hint, :actor, rota.clock() + :expires_ms::bigint * interval '1 millisecond')
  ON CONFLICT (name) WHERE revoked_at IS NULL DO NOTHING
  RETURNING *
),
told AS (
  INSERT INTO rota.event (type, actor, details)
  SELECT 'token.created', :actor, jsonb_build_object('token', name, 'role', role, 'queues', queues, 'expires_at', expires_at)
  FROM made
)
SELECT made.*, 'active' AS status FROM made
