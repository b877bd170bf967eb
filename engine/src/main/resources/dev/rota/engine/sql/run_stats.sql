-- Counts the executions of the runs of a recurring job that are kept, and how long they took.
-- index: execution_schedule
-- locks: none
SELECT count(*) AS executions, avg(extract(epoch FROM x.finished_at - x.started_at) * 1000)::bigint AS average_ms, max(x.started_at) AS last_started_at
FROM rota.execution x WHERE x.schedule = :schedule
