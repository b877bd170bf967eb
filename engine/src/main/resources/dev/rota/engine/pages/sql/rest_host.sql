-- Leaves a host alone for a while.
-- index: host_turn_pkey
-- locks: the turn
INSERT INTO rota.host_turn AS t (host, holder, free_at, rest_until)
VALUES (:host, '', rota.clock(), rota.clock() + :length_ms::bigint * interval '1 millisecond')
ON CONFLICT (host) DO UPDATE SET rest_until = greatest(t.rest_until, excluded.rest_until)
