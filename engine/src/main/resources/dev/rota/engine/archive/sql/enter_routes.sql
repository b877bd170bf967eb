-- Makes the queues and routes of jobs that are read back.
-- index: none
-- locks: the new rows
SELECT count(rota.route_of(queue, kind, requires, tenant)) AS routes FROM (
  SELECT DISTINCT q.queue, j ->> 'kind' AS kind, ARRAY(SELECT json_array_elements_text(j -> 'requires')) AS requires, j ->> 'tenant' AS tenant
  FROM unnest(:lines::text[]) AS l (line)
  CROSS JOIN LATERAL (SELECT l.line::json AS j) one
  CROSS JOIN LATERAL (SELECT j ->> 'queue' AS queue UNION SELECT e ->> 'queue' FROM json_array_elements(j -> 'executions') e) q
) wanted
WHERE queue IS NOT NULL
