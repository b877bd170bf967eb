-- Takes what happened and was not told yet, oldest first, with what filters ask for.
-- index: webhook_note_pkey
-- locks: webhook_note rows (skip locked)
WITH next AS MATERIALIZED (SELECT id FROM rota.webhook_note ORDER BY id LIMIT :max::int FOR UPDATE SKIP LOCKED),
gone AS (DELETE FROM rota.webhook_note n USING next x WHERE n.id = x.id RETURNING n.*)
SELECT g.id, g.event, g.at, g.job, g.execution, g.schedule, g.details::text AS details, r.queue, r.kind, r.tenant, j.tags,
  s.name AS schedule_name, g.details ->> 'rule' AS alert_rule
FROM gone g
LEFT JOIN rota.route r ON r.id = g.route
LEFT JOIN LATERAL (SELECT tags FROM rota.job WHERE id = g.job OFFSET 0) j ON true
LEFT JOIN LATERAL (SELECT name FROM rota.schedule WHERE id = g.schedule OFFSET 0) s ON true
ORDER BY g.id
