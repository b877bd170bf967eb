-- Takes the turn of a host if it is free; tells how long the host still wants to be left alone.
-- index: host_turn_pkey
-- locks: the turn
WITH took AS (
  INSERT INTO rota.host_turn AS t (host, holder, free_at, rest_until)
  VALUES (:host, :holder, rota.clock() + :hold_ms::bigint * interval '1 millisecond', rota.clock())
  ON CONFLICT (host) DO UPDATE SET holder = excluded.holder, free_at = excluded.free_at
  WHERE t.free_at <= rota.clock() AND t.rest_until <= rota.clock()
  RETURNING t.host
)
SELECT EXISTS (SELECT FROM took) AS taken,
  coalesce((SELECT greatest(0, extract(epoch FROM t.rest_until - rota.clock()) * 1000)::bigint FROM rota.host_turn t WHERE t.host = :host), 0)
    AS resting_ms
