-- Tells what a fetch needs to know of the one before.
-- index: page_url_key
-- locks: none
SELECT p.etag, p.last_modified, p.hash, c.links
FROM rota.page p JOIN rota.page_content c ON c.page = p.id
WHERE p.url = :url
