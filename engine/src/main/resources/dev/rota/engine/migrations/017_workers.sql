-- How many jobs of a queue a worker runs at a time, busy or not; unknown of workers that asked through an older node.
ALTER TABLE rota.serving ADD COLUMN slots int;

-- Whose turn it is to ask a host: it is free after free_at, and when the host has rested. It need not survive a crash.
CREATE UNLOGGED TABLE rota.host_turn (
  host text PRIMARY KEY,
  holder text NOT NULL,
  free_at timestamptz NOT NULL,
  rest_until timestamptz NOT NULL
) WITH (fillfactor = 70);

-- The last crawl that has seen the whole site of a host.
CREATE TABLE rota.site (
  host text PRIMARY KEY,
  job bigint NOT NULL,
  crawled_at timestamptz NOT NULL
);

-- How many jobs of a tenant may start within a period, and those that have.
CREATE TABLE rota.tenant_quota (
  tenant text PRIMARY KEY,
  jobs int NOT NULL CHECK (jobs > 0),
  period interval NOT NULL CHECK (period > interval '0')
);
CREATE TABLE rota.tenant_grant (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant text NOT NULL,
  at timestamptz NOT NULL,
  starts int NOT NULL
);
CREATE INDEX tenant_grant_tenant ON rota.tenant_grant (tenant, at);
