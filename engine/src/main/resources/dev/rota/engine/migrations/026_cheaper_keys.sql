-- Who runs a job under a concurrency key was looked up by an index that every such job paid for. It is asked when somebody wants to know what a job waits for,
-- and when counts are in doubt; running executions are few, and are read for that.
DROP INDEX rota.run_key;
