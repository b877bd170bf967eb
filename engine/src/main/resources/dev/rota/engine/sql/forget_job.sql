-- Forgets a job that has ended, with its executions and what it still keeps others from.
-- index: execution_job
-- locks: the execution or ended row, then the job row
WITH last AS (DELETE FROM rota.execution WHERE job = :job AND ended IS NOT NULL RETURNING job),
never AS (DELETE FROM rota.ended WHERE job = :job RETURNING job),
gone AS MATERIALIZED (SELECT job FROM last UNION ALL SELECT job FROM never),
tries AS (DELETE FROM rota.execution e USING gone g WHERE e.job = g.job AND e.ended IS NULL),
told AS (DELETE FROM rota.progress p USING gone g WHERE p.job = g.job),
freed AS (
  DELETE FROM rota.uniq u USING gone g, rota.job j, rota.route t
  WHERE j.id = g.job AND t.id = j.route AND u.key = rota.unique_hash(t.queue, t.kind, j.unique_key) AND u.job = j.id
)
DELETE FROM rota.job j USING gone g WHERE j.id = g.job RETURNING j.id
