-- Jobs that recur: schedules that were made as jobs, and are served as jobs. interval_type is the unit in which the
-- interval was told, schedule_time the expression that it overrules. One that is cancelled is halted, too: it is
-- cancelled for as long as both are so.
CREATE TABLE rota.recurring_job (
  schedule bigint PRIMARY KEY REFERENCES rota.schedule ON DELETE CASCADE,
  interval_type text,
  schedule_time text,
  cancelled_at timestamptz,
  cancelled_by text
) WITH (fillfactor = 80);

-- What the housekeeping of all nodes has done, in one row: when a scheduler last looked for what has come, and how many
-- executions were taken from workers whose lease was over.
CREATE TABLE rota.upkeep (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  checked_at timestamptz,
  recovered bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);
INSERT INTO rota.upkeep DEFAULT VALUES;
