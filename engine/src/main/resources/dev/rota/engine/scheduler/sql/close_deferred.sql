-- Gives up the times of a schedule that still wait.
-- index: occurrence_deferred
-- locks: occurrence rows of a schedule that the caller has locked
UPDATE rota.occurrence SET fate = 'missed', decided_at = :now::timestamptz, reason = :reason
WHERE schedule = :schedule AND fate = 'deferred'
