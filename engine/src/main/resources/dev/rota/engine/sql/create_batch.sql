-- Makes a batch.
-- index: none
-- locks: none
INSERT INTO rota.batch (id, alarm, name, created_at, created_by, open)
VALUES (:id::bigint, :alarm::bigint, :name, rota.clock(), :actor, :open::boolean)
