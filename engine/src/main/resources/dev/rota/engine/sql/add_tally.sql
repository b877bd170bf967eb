-- Adds the next span of executions that is to be counted, if it is long or full enough. It ends a minute ago at the latest, so
-- that whatever began in it is there to be seen.
-- index: execution_pkey
-- locks: none
WITH begin AS MATERIALIZED (
  SELECT greatest((SELECT max(t.to_id) FROM rota.tally t), (SELECT min(p.from_id) FROM rota.partition p WHERE p.parent = 'execution')) AS id
),
bound AS MATERIALIZED (
  SELECT min(p.to_id) AS id FROM rota.partition p WHERE p.parent = 'execution' AND p.to_id > (SELECT id FROM begin)
),
latest AS MATERIALIZED (
  SELECT least((SELECT id FROM bound), rota.id_at(rota.clock() - interval '1 minute')) AS id
),
few AS MATERIALIZED (
  SELECT e.id FROM rota.execution e WHERE e.id >= (SELECT id FROM begin) AND e.id < (SELECT id FROM latest)
  ORDER BY e.id OFFSET :few::int LIMIT 1
),
many AS MATERIALIZED (
  SELECT e.id FROM rota.execution e WHERE e.id >= (SELECT id FROM begin) AND e.id < (SELECT id FROM latest)
  ORDER BY e.id OFFSET :many::int LIMIT 1
)
INSERT INTO rota.tally (from_id, to_id)
SELECT b.id, coalesce((SELECT id FROM many), l.id) FROM begin b CROSS JOIN latest l
WHERE l.id > b.id AND (EXISTS (SELECT FROM few) OR l.id = (SELECT id FROM bound) OR l.id >= b.id + (3600::bigint << 22))
ON CONFLICT DO NOTHING
