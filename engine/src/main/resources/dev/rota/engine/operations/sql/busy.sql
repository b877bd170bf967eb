-- Tells whether jobs are run: twenty at this moment, or more than fifty in a second lately.
-- index: none; pulse holds a minute, and of run only twenty rows are read
-- locks: none
SELECT (SELECT count(*) FROM (SELECT FROM rota.run LIMIT 20) r) = 20
  OR (SELECT coalesce(sum(started), 0) FROM rota.pulse WHERE at > rota.clock() - interval '5 seconds') > 250 AS busy
