-- Tells the first outgoing job from an id on, and the day on which it was made.
-- index: outgoing_execution_job
-- locks: none
WITH first AS MATERIALIZED (
  SELECT least(
    (SELECT min(id) FROM rota.outgoing_job WHERE id >= :from::bigint),
    (SELECT min(job) FROM rota.outgoing_execution WHERE job >= :from::bigint),
    (SELECT min(job) FROM rota.outgoing_ended WHERE job >= :from::bigint)) AS job
)
SELECT d.day::text AS day, rota.id_at(d.day::timestamp AT TIME ZONE 'UTC') AS from_id, rota.id_at((d.day + 1)::timestamp AT TIME ZONE 'UTC') AS to_id
FROM first f
CROSS JOIN LATERAL (SELECT (to_timestamp((f.job >> 22) + 1735689600) AT TIME ZONE 'UTC')::date AS day) d
WHERE f.job IS NOT NULL
