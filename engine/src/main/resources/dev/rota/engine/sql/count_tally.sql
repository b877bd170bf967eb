-- Counts the executions of a span that has no numbers, or of which one has ended that ran when it was counted. Which ones are running is
-- known from before; what has ended since is counted with the others.
-- index: execution_pkey
-- locks: the tally row
WITH span AS MATERIALIZED (
  SELECT t.from_id, t.to_id, t.version FROM rota.tally t
  WHERE t.executions IS NULL
    OR EXISTS (SELECT FROM unnest(t.open) AS o (fence) WHERE o.fence <> ALL (:running::bigint[]))
  ORDER BY t.from_id LIMIT 1
)
UPDATE rota.tally t SET executions = c.executions, completed = c.completed, failed = c.failed, failed_jobs = c.failed_jobs,
  cancelled_jobs = c.cancelled_jobs, ran_ms = c.ran_ms,
  open = ARRAY(SELECT r.fence FROM unnest(:running::bigint[]) AS r (fence)
    WHERE r.fence >= s.from_id AND r.fence < s.to_id AND NOT EXISTS (SELECT FROM rota.execution e WHERE e.id = r.fence))
FROM span s CROSS JOIN LATERAL (
  SELECT count(*) AS executions, count(*) FILTER (WHERE e.status = 'completed') AS completed,
    count(*) FILTER (WHERE e.status = 'failed') AS failed, count(*) FILTER (WHERE e.ended = 'failed') AS failed_jobs,
    count(*) FILTER (WHERE e.ended = 'cancelled') AS cancelled_jobs,
    coalesce(sum(extract(epoch FROM e.finished_at - e.started_at)) * 1000, 0)::bigint AS ran_ms
  FROM rota.execution e WHERE e.id >= s.from_id AND e.id < s.to_id) c
WHERE t.from_id = s.from_id AND t.version = s.version
