-- Running totals of executions: they are counted once, when nothing more is to come of them, and read from here.

-- How many executions have ids from one to another, the second not included, and how they fared. Without numbers they are yet
-- to be counted. Those in open still ran when the others were counted. Ids are given when executions begin, so one that runs
-- for long ends in a span that was counted before.
CREATE TABLE rota.tally (
  from_id bigint PRIMARY KEY,
  to_id bigint NOT NULL CHECK (to_id > from_id),
  version int NOT NULL DEFAULT 0,
  executions bigint,
  completed bigint,
  failed bigint,
  failed_jobs bigint,
  cancelled_jobs bigint,
  ran_ms bigint,
  open bigint[] NOT NULL DEFAULT '{}'
) WITH (fillfactor = 70);

-- An execution that is forgotten or whose job is retried by hand lets its span be counted again. Jobs that just run never
-- get here. Whoever counts a span at the same time finds another version of it, and leaves it.
CREATE FUNCTION rota.count_again() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE rota.tally t SET version = t.version + 1, executions = NULL, open = '{}'
  WHERE t.from_id = (SELECT max(f.from_id) FROM rota.tally f WHERE f.from_id <= OLD.id) AND t.to_id > OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER execution_count_again AFTER UPDATE OR DELETE ON rota.execution FOR EACH ROW EXECUTE FUNCTION rota.count_again();
