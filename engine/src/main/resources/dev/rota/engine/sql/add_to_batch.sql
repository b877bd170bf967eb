-- Notes jobs as those of a batch, and how many they are.
-- index: none
-- locks: none
WITH members AS (
  INSERT INTO rota.batch_job (job, batch) SELECT u.job, :batch::bigint FROM unnest(:jobs::bigint[]) AS u (job)
)
INSERT INTO rota.batch_count (batch, jobs) VALUES (:batch::bigint, cardinality(:jobs::bigint[]))
