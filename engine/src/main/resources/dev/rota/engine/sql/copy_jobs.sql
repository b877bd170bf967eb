-- Takes in what was asked for of many jobs; copy_ready makes them wait for workers.
-- index: none
-- locks: none
COPY rota.job (id, created_at, schedule, route, priority, max_retries, payload, retry, timeout, tags, metadata, trace, created_by, limits)
FROM STDIN
