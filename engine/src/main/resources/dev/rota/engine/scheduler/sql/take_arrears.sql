-- Takes arrears that nobody else is writing, of one schedule or of any; those of a schedule come one after the other. Times that
-- wait are left out where others may be deciding them.
-- index: arrears_schedule
-- locks: arrears row (skip locked)
SELECT a.* FROM rota.arrears a
WHERE (:schedule::bigint IS NULL OR a.schedule = :schedule) AND (:deferred OR a.fate <> 'deferred')
  AND NOT EXISTS (SELECT FROM rota.arrears e WHERE e.schedule = a.schedule AND e.id < a.id)
ORDER BY a.id LIMIT 1
FOR UPDATE OF a SKIP LOCKED
