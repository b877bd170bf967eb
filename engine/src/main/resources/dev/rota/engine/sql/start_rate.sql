-- Counts the executions of a queue that were started lately and have ended, among the newest of all queues, and tells since when.
-- index: execution_pkey
-- locks: none
SELECT count(*) AS starts, (extract(epoch FROM rota.clock() - min(e.started_at)) * 1000)::bigint AS span_ms
FROM (
  SELECT x.route, x.started_at FROM rota.execution x
  WHERE x.id >= rota.id_at(rota.clock() - interval '5 minutes') ORDER BY x.id DESC LIMIT :max) e
WHERE e.route = ANY (ARRAY(SELECT t.id FROM rota.route t WHERE t.queue = :queue))
