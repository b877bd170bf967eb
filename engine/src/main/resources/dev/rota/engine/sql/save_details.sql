-- Keeps the latest details that a running execution told of its progress; the percentage stays if none came with them.
-- index: progress_pkey
-- locks: progress row
INSERT INTO rota.progress (job, percent, details, at)
SELECT r.job, least(100, greatest(0, :percent::int)), :details::json, rota.clock()
FROM rota.run r WHERE r.job = :job AND r.fence = :fence
ON CONFLICT (job) DO UPDATE SET percent = CASE WHEN :percent::int IS NULL THEN progress.percent ELSE excluded.percent END,
  details = excluded.details, at = excluded.at
