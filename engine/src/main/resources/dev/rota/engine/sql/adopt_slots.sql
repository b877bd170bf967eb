-- Lets executions that run already count against their queue's new cluster-wide limit.
-- index: none
-- locks: run rows
UPDATE rota.run r SET slot = rota.slot_key(:queue) FROM rota.route t WHERE t.id = r.route AND t.queue = :queue AND r.slot IS NULL
