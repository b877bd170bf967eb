-- What nodes did to the jobs of each queue in each minute of the last two days, how long jobs had waited when they started, and
-- the most that were seen waiting and running: what plots are made of. Counts of waiting jobs end at ten thousand and one.
CREATE TABLE rota.minute (
  at timestamptz NOT NULL,
  queue text NOT NULL,
  enqueued bigint NOT NULL DEFAULT 0,
  started bigint NOT NULL DEFAULT 0,
  completed bigint NOT NULL DEFAULT 0,
  failed bigint NOT NULL DEFAULT 0,
  cancelled bigint NOT NULL DEFAULT 0,
  waited_ms bigint NOT NULL DEFAULT 0,
  pending bigint,
  running bigint,
  PRIMARY KEY (at, queue)
) WITH (fillfactor = 50);
