-- Bulk operations: one action on many jobs, worked off in batches by the node that leads. Dead letters: failed jobs by their errors.

-- An operation: which jobs (ids, or a filter), what is done to them, and how far it is. The next batch takes jobs with ids below
-- next_below; jobs that were made after the operation are not touched. One that undoes another has undo_of.
CREATE TABLE rota.operation (
  id bigint PRIMARY KEY,
  action text NOT NULL,
  priority smallint,
  queue text,
  status text NOT NULL CHECK (status IN ('running', 'completed', 'cancelled')),
  ids bigint[],
  states rota.state[],
  of_queue text,
  of_kind text,
  of_tag text,
  of_schedule bigint,
  without_runs boolean NOT NULL DEFAULT false,
  of_target text,
  created_from timestamptz,
  created_to timestamptz,
  ended_from timestamptz,
  ended_to timestamptz,
  of_text text,
  of_fingerprint uuid,
  first_below bigint NOT NULL,
  next_below bigint NOT NULL,
  lowest bigint NOT NULL,
  expected bigint,
  matched bigint NOT NULL DEFAULT 0,
  done bigint NOT NULL DEFAULT 0,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  cancelled_by text,
  undo_until timestamptz,
  undo_of bigint,
  undone_by bigint
) WITH (fillfactor = 50);
CREATE INDEX operation_running ON rota.operation (id) WHERE status = 'running';
CREATE INDEX operation_undo_until ON rota.operation (undo_until) WHERE undo_until IS NOT NULL;

-- How many jobs an operation left as they were, by the reason.
CREATE TABLE rota.operation_skip (
  operation bigint NOT NULL REFERENCES rota.operation ON DELETE CASCADE,
  reason text NOT NULL,
  jobs bigint NOT NULL,
  PRIMARY KEY (operation, reason)
) WITH (fillfactor = 50);

-- What jobs were before an operation changed them, for as long as it can be undone. live is where a job was that was deleted
-- before it had ended.
CREATE TABLE rota.operation_undo (
  operation bigint NOT NULL,
  job bigint NOT NULL,
  at timestamptz,
  was json,
  live json,
  PRIMARY KEY (operation, job)
);

-- Dead letters: failed jobs, grouped by what they failed with. Whoever fails a job for good only appends here; the node that
-- leads finds out to which group it belongs.
CREATE TABLE rota.dead_letter_new (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  job bigint NOT NULL,
  at timestamptz NOT NULL
);
INSERT INTO rota.dead_letter_new (job, at) SELECT job, finished_at FROM rota.execution WHERE ended = 'failed';

-- A failed job and its group, until it is retried or forgotten.
CREATE TABLE rota.dead_letter (
  job bigint PRIMARY KEY,
  fingerprint uuid NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX dead_letter_fingerprint ON rota.dead_letter (fingerprint, job);

-- An error without the numbers, ids and addresses in it. failures counts every job that ever ended so; seen gives groups an
-- order: the one that was seen last is first.
CREATE SEQUENCE rota.dead_letter_seen;
CREATE TABLE rota.dead_letter_group (
  fingerprint uuid PRIMARY KEY,
  seen bigint NOT NULL UNIQUE,
  error_type text,
  error text,
  frames text,
  failures bigint NOT NULL,
  first_seen timestamptz NOT NULL,
  last_seen timestamptz NOT NULL,
  last_job bigint NOT NULL
) WITH (fillfactor = 70);
