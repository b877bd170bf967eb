-- Locks jobs that wait for others, in the order of their ids. What is decided about them is decided by the next statement, which
-- sees all that others who had them locked have done.
-- index: blocked_pkey
-- locks: blocked rows by job, then paused rows by job
WITH a AS MATERIALIZED (SELECT job FROM rota.blocked WHERE job = ANY (:jobs::bigint[]) ORDER BY job FOR UPDATE),
b AS MATERIALIZED (SELECT job FROM rota.paused WHERE job = ANY (:jobs::bigint[]) AND waits ORDER BY job FOR UPDATE)
SELECT (SELECT count(*) FROM a) + (SELECT count(*) FROM b) AS jobs
