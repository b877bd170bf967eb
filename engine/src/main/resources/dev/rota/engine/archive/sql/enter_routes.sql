-- Makes the queues and routes of jobs that are read back.
-- index: none
-- locks: the new rows
SELECT count(rota.route_of(queue, kind, requires, tenant)) AS routes FROM (
  SELECT DISTINCT q.queue, j.kind, j.requires, j.tenant
  FROM unnest(:lines::text[]) AS l (line)
  CROSS JOIN LATERAL json_to_record(l.line::json) AS j (queue text, kind text, requires text[], tenant text, executions json)
  CROSS JOIN LATERAL (SELECT j.queue UNION ALL SELECT e.queue FROM json_to_recordset(j.executions) AS e (queue text)) q
) wanted
WHERE queue IS NOT NULL
