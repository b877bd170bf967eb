-- Makes partitions for a day that is read back, and keeps it for a while; what was kept long enough is forgotten.
-- index: none
-- locks: the parents and the default partitions, for a moment
WITH over AS (DELETE FROM rota.kept_range WHERE until <= rota.clock()),
kept AS (
  INSERT INTO rota.kept_range AS k VALUES (rota.id_at(:day::date::timestamp AT TIME ZONE 'UTC'), rota.id_at((:day::date + 1)::timestamp AT TIME ZONE 'UTC'),
    rota.clock() + :keep_ms::bigint * interval '1 millisecond')
  ON CONFLICT (from_id) DO UPDATE SET until = greatest(k.until, excluded.until) RETURNING from_id, to_id
)
SELECT rota.make_room(from_id, to_id) AS made FROM kept
