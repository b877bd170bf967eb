-- Gives the turn of a host back: it is free after a pause.
-- index: host_turn_pkey
-- locks: the turn
UPDATE rota.host_turn SET free_at = rota.clock() + :pause_ms::bigint * interval '1 millisecond' WHERE host = :host AND holder = :holder
