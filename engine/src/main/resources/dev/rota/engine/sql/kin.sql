-- Tells what a job depends on, or which jobs depend on it, and how they are.
-- index: dependency_pkey
-- locks: none
SELECT k.id, k.name, k.child, k.on_failure::text AS on_failure, v.kind, v.queue,
  coalesce(v.state::text, CASE WHEN b.id IS NULL THEN 'gone' WHEN b.ended_at IS NULL THEN 'open' ELSE 'ended' END) AS state,
  v.id IS NULL AND b.id IS NOT NULL AS batch
FROM (
  (SELECT d.parent AS id, d.name, false AS child, d.on_failure FROM rota.dependency d WHERE d.job = :job ORDER BY d.parent LIMIT :max)
  UNION ALL
  (SELECT d.job, NULL, true, d.on_failure FROM rota.dependency d WHERE d.parent = :job ORDER BY d.job LIMIT :max)) k
LEFT JOIN LATERAL (SELECT * FROM rota.jobs v WHERE v.id = k.id OFFSET 0) v ON true
LEFT JOIN LATERAL (
  SELECT b.id, b.ended_at FROM rota.batch b WHERE b.id = k.id
  UNION ALL
  SELECT b.id, coalesce(b.failed_at, b.ended_at) FROM rota.batch b WHERE b.alarm = k.id) b ON true
ORDER BY k.child, k.id
