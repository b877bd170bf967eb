-- Tells the executions of the runs of a recurring job, newest first, and the number of the run that each belongs to:
-- that many were made, less those that came later, which are kept longer than the execution is.
-- index: execution_schedule
-- locks: none
SELECT e.*, s.runs - (
    SELECT count(*) FROM rota.occurrence o
    WHERE o.schedule = s.id AND o.planned_at >= to_timestamp((e.job >> 22) + 1735689600) AND o.job > e.job) AS number
FROM rota.schedule s
CROSS JOIN LATERAL (
  SELECT * FROM (
    SELECT r.fence AS id, r.job FROM rota.run r WHERE r.job = s.last_job
    UNION ALL
    SELECT * FROM (
      SELECT x.id, x.job FROM rota.execution x WHERE x.schedule = s.id ORDER BY x.id DESC LIMIT :max::int + :skip::int) ended) all_of_them
  ORDER BY id DESC LIMIT :max::int OFFSET :skip::int) p
CROSS JOIN LATERAL (SELECT * FROM rota.executions x WHERE x.job = p.job AND x.id = p.id LIMIT 1) e
WHERE s.id = :schedule
ORDER BY e.id DESC
