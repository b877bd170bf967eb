-- Tells batches, newest first: one, or those of a name, or all, with how their jobs fare.
-- index: batch_count_batch
-- locks: none
SELECT b.id, b.name, b.created_at, b.created_by, b.open, b.failed_at, b.ended_at, c.jobs, c.completed, c.failed, c.cancelled,
  (SELECT count(*) FROM rota.run r JOIN rota.batch_job m ON m.job = r.job WHERE m.batch = b.id AND b.ended_at IS NULL) AS running,
  (SELECT min(d.job) FROM rota.dependency d WHERE d.parent = b.id) AS on_complete,
  (SELECT min(d.job) FROM rota.dependency d WHERE d.parent = b.alarm) AS on_failure
FROM (
  SELECT * FROM rota.batch
  WHERE (:id::bigint IS NULL OR id = :id) AND (:name::text IS NULL OR name = :name) AND id < :before::bigint
  ORDER BY id DESC LIMIT :max) b
CROSS JOIN LATERAL (
  SELECT coalesce(sum(jobs), 0)::bigint AS jobs, coalesce(sum(completed), 0)::bigint AS completed,
    coalesce(sum(failed), 0)::bigint AS failed, coalesce(sum(cancelled), 0)::bigint AS cancelled
  FROM rota.batch_count WHERE batch_count.batch = b.id) c
ORDER BY b.id DESC
