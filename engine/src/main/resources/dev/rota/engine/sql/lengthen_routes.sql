-- Notes timeouts of jobs that are longer than any of their routes before.
-- index: none, routes are few
-- locks: route rows, of those that change
UPDATE rota.route r SET longest_timeout = u.timeout_ms * interval '1 millisecond'
FROM (SELECT route, max(timeout_ms) AS timeout_ms FROM unnest(:routes::int[], :timeouts_ms::bigint[]) AS g (route, timeout_ms) GROUP BY route) u
WHERE r.id = u.route AND u.timeout_ms * interval '1 millisecond' > coalesce(r.longest_timeout, interval '0')
