-- Forgets alerts that were cleared a week ago.
-- index: none
-- locks: alert rows
DELETE FROM rota.alert WHERE cleared_at < rota.clock() - interval '7 days'
