-- Tells one page with what is on it.
-- index: page_pkey
-- locks: none
SELECT p.id, p.url, p.host, p.job, p.target, p.status, p.content_type, p.title, p.bytes, p.etag, p.last_modified, p.created_at,
  p.changed_at, p.fetched_at, NULL::text AS excerpt, NULL::float4 AS rank, c.text, c.links
FROM rota.page p JOIN rota.page_content c ON c.page = p.id
WHERE p.id = :id
