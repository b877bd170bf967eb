-- Tells which times of schedules are decided already, though their rows are still to be written.
-- index: arrears_schedule
-- locks: none
SELECT a.schedule, a.from_at, a.to_at, a.fate, a.reason FROM rota.arrears a
WHERE a.schedule = ANY (:schedules::bigint[]) AND a.fate <> 'deferred'
