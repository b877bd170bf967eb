-- Forgets that times of a schedule were to be noted as waiting: they are about to get another fate.
-- index: arrears_schedule
-- locks: arrears rows
DELETE FROM rota.arrears a WHERE a.schedule = :schedule AND a.fate = 'deferred'
