-- Counts the schedules of a queue and kind.
-- index: none
-- locks: none
SELECT count(*) AS schedules FROM rota.schedule s WHERE s.queue = :queue AND s.kind = :kind
