-- Counts the jobs that an operation left as they were.
-- index: operation_skip_pkey
-- locks: operation_skip rows
INSERT INTO rota.operation_skip AS s (operation, reason, jobs)
SELECT :id::bigint, u.reason, u.jobs FROM unnest(:reasons::text[], :counts::int[]) AS u (reason, jobs)
ON CONFLICT (operation, reason) DO UPDATE SET jobs = s.jobs + excluded.jobs
