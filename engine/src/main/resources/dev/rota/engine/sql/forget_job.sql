-- Forgets jobs that have ended, with their executions and what they still keep others from; tells what they were, so that they
-- can be brought back.
-- index: execution_job
-- locks: the execution or ended rows, then the job rows
WITH last AS (DELETE FROM rota.execution WHERE job = ANY (:jobs::bigint[]) AND ended IS NOT NULL RETURNING *),
never AS (DELETE FROM rota.ended WHERE job = ANY (:jobs::bigint[]) RETURNING *),
gone AS MATERIALIZED (SELECT job FROM last UNION SELECT job FROM never),
tries AS (DELETE FROM rota.execution e USING gone g WHERE e.job = g.job AND e.ended IS NULL RETURNING e.*),
buried AS (DELETE FROM rota.dead_letter d USING gone g WHERE d.job = g.job),
told AS (DELETE FROM rota.progress p USING gone g WHERE p.job = g.job RETURNING p.*),
freed AS (
  DELETE FROM rota.uniq u USING gone g, rota.job j, rota.route t
  WHERE j.id = g.job AND t.id = j.route AND u.key = rota.unique_hash(t.queue, t.kind, j.unique_key) AND u.job = j.id RETURNING u.*
),
forgotten AS (DELETE FROM rota.job j USING gone g WHERE j.id = g.job RETURNING j.*)
SELECT f.id AS job, rota.clock()::text AS at,
  json_build_object('job', to_json(f), 'ended', (SELECT to_json(n) FROM never n WHERE n.job = f.id),
    'executions', (SELECT json_agg(to_json(e)) FROM (SELECT * FROM last UNION ALL SELECT * FROM tries) e WHERE e.job = f.id),
    'progress', (SELECT to_json(p) FROM told p WHERE p.job = f.id), 'uniq', (SELECT to_json(u) FROM freed u WHERE u.job = f.id))::text AS was
FROM forgotten f
