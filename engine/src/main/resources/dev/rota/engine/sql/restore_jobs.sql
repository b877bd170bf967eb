-- Brings deleted jobs back as they had ended, with their executions and what they kept others from.
-- index: none
-- locks: the new rows
WITH kept AS MATERIALIZED (SELECT was::json AS was FROM unnest(:was::text[]) AS u (was)),
known AS (
  INSERT INTO rota.job SELECT r.* FROM kept k CROSS JOIN LATERAL json_populate_record(NULL::rota.job, k.was -> 'job') r
  ON CONFLICT DO NOTHING RETURNING id
),
ended AS (
  INSERT INTO rota.ended SELECT r.* FROM kept k CROSS JOIN LATERAL json_populate_record(NULL::rota.ended, k.was -> 'ended') r
  WHERE json_typeof(k.was -> 'ended') = 'object'
),
executions AS (
  INSERT INTO rota.execution
  SELECT r.* FROM kept k CROSS JOIN LATERAL json_populate_recordset(NULL::rota.execution, k.was -> 'executions') r
  WHERE json_typeof(k.was -> 'executions') = 'array' RETURNING id
),
dead AS (
  INSERT INTO rota.dead_letter_new (job, at)
  SELECT (k.was -> 'job' ->> 'id')::bigint, rota.clock() FROM kept k
  WHERE EXISTS (SELECT FROM json_array_elements(CASE WHEN json_typeof(k.was -> 'executions') = 'array' THEN k.was -> 'executions' ELSE '[]' END) e
    WHERE e ->> 'ended' = 'failed')
),
told AS (
  INSERT INTO rota.progress SELECT r.* FROM kept k CROSS JOIN LATERAL json_populate_record(NULL::rota.progress, k.was -> 'progress') r
  WHERE json_typeof(k.was -> 'progress') = 'object' ON CONFLICT DO NOTHING
),
reserved AS (
  INSERT INTO rota.uniq SELECT r.* FROM kept k CROSS JOIN LATERAL json_populate_record(NULL::rota.uniq, k.was -> 'uniq') r
  WHERE json_typeof(k.was -> 'uniq') = 'object' AND r.expires_at > rota.clock() ON CONFLICT DO NOTHING
),
uncounted AS (
  UPDATE rota.tally t SET version = t.version + 1, executions = NULL, open = '{}'
  WHERE t.from_id IN (SELECT (SELECT max(f.from_id) FROM rota.tally f WHERE f.from_id <= e.id) FROM executions e)
)
SELECT id AS job FROM known
