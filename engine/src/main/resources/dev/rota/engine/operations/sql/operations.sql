-- Lists operations, newest first.
-- index: operation_pkey
-- locks: none
SELECT o.*, s.reasons, s.jobs AS skips,
  CASE WHEN o.status = 'completed' THEN 100
    WHEN o.expected IS NOT NULL THEN least(99, 100 * o.matched / greatest(o.expected, 1))
    ELSE least(99, greatest(0, 100 * (o.first_below - o.next_below) / greatest(o.first_below - o.lowest, 1))) END AS progress
FROM (SELECT * FROM rota.operation WHERE id < :before::bigint AND id >= :from::bigint ORDER BY id DESC LIMIT :max::int) o
LEFT JOIN LATERAL (
  SELECT array_agg(k.reason) AS reasons, array_agg(k.jobs) AS jobs FROM rota.operation_skip k WHERE k.operation = o.id) s ON true
ORDER BY o.id DESC
