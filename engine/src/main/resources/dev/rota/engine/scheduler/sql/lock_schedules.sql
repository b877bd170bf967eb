-- Takes schedules by their ids.
-- index: schedule_pkey
-- locks: schedule rows by id
SELECT s.*, (s.retry).base AS retry_base, (s.retry).factor AS retry_factor, (s.retry).cap AS retry_cap, (s.retry).jitter AS retry_jitter
FROM rota.schedule s WHERE s.id = ANY (:ids::bigint[])
ORDER BY s.id
FOR UPDATE OF s
