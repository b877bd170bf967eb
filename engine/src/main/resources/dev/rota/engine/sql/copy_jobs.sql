-- Takes in what was asked for of many jobs; copy_ready makes them wait for workers. Both tables set the time by themselves: COPY is slow at reading it.
-- index: none
-- locks: none
COPY rota.job (id, schedule, route, priority, max_retries, payload, retry, timeout, tags, metadata, trace, created_by, limits)
FROM STDIN (FORMAT binary)
