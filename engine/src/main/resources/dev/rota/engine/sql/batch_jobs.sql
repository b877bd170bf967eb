-- Tells the jobs of a batch, newest first.
-- index: batch_job_batch
-- locks: none
SELECT v.*, EXISTS (SELECT FROM rota.delayed d WHERE d.job = v.id AND d.held) AS held, rota.clock() AS now
FROM (
  SELECT m.job FROM rota.batch_job m WHERE m.batch = :batch::bigint AND m.job < :before::bigint ORDER BY m.job DESC LIMIT :max) m
CROSS JOIN LATERAL (SELECT * FROM rota.jobs v WHERE v.id = m.job OFFSET 0) v
ORDER BY m.job DESC
