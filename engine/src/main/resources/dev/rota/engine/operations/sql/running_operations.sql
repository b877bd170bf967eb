-- Tells which operations are to be worked off.
-- index: operation_running
-- locks: none
SELECT id FROM rota.operation WHERE status = 'running' ORDER BY id
