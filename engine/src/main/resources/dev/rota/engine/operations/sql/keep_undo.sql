-- Keeps what jobs were before they were changed.
-- index: none
-- locks: the new rows
INSERT INTO rota.operation_undo (operation, job, at, was, live)
SELECT :id::bigint, u.job, u.at, u.was::json, u.live::json
FROM unnest(:jobs::bigint[], :ats::timestamptz[], :was::text[], :lives::text[]) AS u (job, at, was, live)
