-- Tokens by which callers prove who they are. The secret itself is nowhere: only its SHA-256.
CREATE TABLE rota.token (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  role text NOT NULL,
  queues text[] NOT NULL DEFAULT '{}',
  hash text NOT NULL,
  hint text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT rota.clock(),
  created_by text NOT NULL,
  expires_at timestamptz,
  revoked_at timestamptz,
  revoked_by text
);
CREATE UNIQUE INDEX token_name ON rota.token (name) WHERE revoked_at IS NULL;

-- By which token a remote worker came in, so that its executions tell it too.
ALTER TABLE rota.worker ADD COLUMN token text;
