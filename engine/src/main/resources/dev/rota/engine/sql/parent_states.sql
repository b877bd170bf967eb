-- Tells of those that jobs are to wait for which are there, and how they ended if they have.
-- index: ready_job
-- locks: none
SELECT u.id, p.state::text AS state FROM unnest(:ids::bigint[]) AS u (id)
CROSS JOIN LATERAL (SELECT p.state FROM rota.prospect p WHERE p.job = u.id LIMIT 1) p
