-- Lists events after an id, oldest first, with what they are about.
-- index: event_pkey
-- locks: none
SELECT e.*, rota.subject_of(e.type, e.job, e.queue, e.details) AS subject FROM rota.event e WHERE e.id > :after ORDER BY e.id LIMIT :max
