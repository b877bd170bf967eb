-- Notes which jobs wait for which.
-- index: none
-- locks: none
INSERT INTO rota.dependency (job, parent, name, on_failure)
SELECT job, parent, name, on_failure::rota.on_parent_failure
FROM unnest(:jobs::bigint[], :parents::bigint[], :names::text[], :on_failures::text[]) AS u (job, parent, name, on_failure)
