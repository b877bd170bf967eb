-- Writes down what happened and who did it.
-- index: none
-- locks: none
INSERT INTO rota.event (type, actor, job, queue, details) VALUES (:type, :actor, :job::bigint, :queue, :details::jsonb)
