-- Enqueues many jobs that may start at once and have no keys. They draw their places here, as in enqueue.
-- transition: new -> pending
-- index: none
-- locks: none
COPY rota.ready (job, route, lane, schedule)
FROM STDIN (FORMAT binary)
