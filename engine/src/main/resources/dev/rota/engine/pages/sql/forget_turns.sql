-- Forgets the turns of hosts that nobody has asked for an hour.
-- index: none, there is a row for each host that is crawled now
-- locks: the turns
DELETE FROM rota.host_turn WHERE greatest(free_at, rest_until) < rota.clock() - interval '1 hour'
