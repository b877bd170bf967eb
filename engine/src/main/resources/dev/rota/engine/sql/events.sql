-- Lists events before an id, newest first, with what they are about. It is planned anew each time, for the filter at hand.
-- index: none, the one that fits the filter
-- locks: none
SELECT e.*, rota.subject_of(e.type, e.job, e.queue, e.details) AS subject FROM rota.event e
WHERE (:before::bigint IS NULL OR e.id < :before::bigint) AND (:type::text IS NULL OR e.type = :type)
  AND (:subject::text IS NULL OR rota.subject_of(e.type, e.job, e.queue, e.details) = :subject)
  AND (:actor::text IS NULL OR e.actor = :actor) AND (:since::timestamptz IS NULL OR e.at >= :since::timestamptz)
ORDER BY e.id DESC LIMIT :max
