-- Tells one execution as execution.sql does, with its number: of the run, if a recurring job made it, else within its job.
-- index: none
-- locks: none
SELECT e.*, c.schedule AS recurring, CASE WHEN c.schedule IS NULL THEN e.attempt ELSE s.runs - (
    SELECT count(*) FROM rota.occurrence o
    WHERE o.schedule = s.id AND o.planned_at >= to_timestamp((e.job >> 22) + 1735689600) AND o.job > e.job) END AS number
FROM rota.executions e
LEFT JOIN rota.recurring_job c ON c.schedule = e.schedule
LEFT JOIN rota.schedule s ON s.id = c.schedule
WHERE e.id = :id
