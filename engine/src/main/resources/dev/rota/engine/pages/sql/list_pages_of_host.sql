-- Lists the pages of a host, newest first.
-- index: page_host
-- locks: none
SELECT p.id, p.url, p.host, p.job, p.target, p.status, p.content_type, p.title, p.bytes, p.etag, p.last_modified, p.created_at,
  p.changed_at, p.fetched_at, NULL::text AS excerpt, NULL::float4 AS rank
FROM rota.page p
WHERE p.host = :host AND p.id < :before
ORDER BY p.id DESC LIMIT :max
