-- Lists the pages that a job has fetched last, newest first.
-- index: page_job
-- locks: none
SELECT p.id, p.url, p.host, p.job, p.target, p.status, p.content_type, p.title, p.bytes, p.etag, p.last_modified, p.created_at,
  p.changed_at, p.fetched_at, NULL::text AS excerpt, NULL::float4 AS rank
FROM rota.page p
WHERE p.job = :job AND coalesce(p.host = :host::text, true) AND p.id < :before
ORDER BY p.id DESC LIMIT :max
