-- Reads what was asked for of some jobs. They are looked up by one scan in the order of their ids, which goes on from page to page instead of coming from the
-- root for each; the first and the last id tell which partitions it may leave out.
-- index: job_pkey
-- locks: none
SELECT j.id, j.payload, j.max_retries, j.priority, j.concurrency_limit, (extract(epoch FROM j.timeout) * 1000)::bigint AS timeout_ms, j.tags, j.metadata, j.trace,
  CASE WHEN (SELECT pg_relation_size('rota.dependency') > 0) THEN
    (SELECT json_object_agg(coalesce(d.name, rota.shown_id(d.parent)), rota.result_of(d.parent)) FROM rota.dependency d WHERE d.job = j.id)::text END AS parents,
  (j.limits).cpu AS cpu_limit, (j.limits).memory_mb AS memory_limit_mb
FROM rota.job j WHERE j.id = ANY (:jobs::bigint[]) AND j.id BETWEEN :first_job AND :last_job
