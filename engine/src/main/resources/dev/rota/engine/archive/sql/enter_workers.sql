-- Enters workers that have stopped, for executions that are read back.
-- index: none
-- locks: the new rows
INSERT INTO rota.worker (name, started_at, beat_at, lease_until, stopped_at)
SELECT DISTINCT e.worker, rota.clock(), rota.clock(), rota.clock(), rota.clock()
FROM unnest(:lines::text[]) AS l (line)
CROSS JOIN LATERAL json_to_recordset(l.line::json -> 'executions') AS e (worker text)
WHERE NOT EXISTS (SELECT FROM rota.worker w WHERE w.name = e.worker)
