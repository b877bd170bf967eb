-- Stores a page, in the place of the one of the same url if there is one. A tsvector may be a megabyte at the most: of very
-- long pages, the first 200,000 characters can be searched for.
-- index: page_url_key
-- locks: the page
WITH stored AS (
  INSERT INTO rota.page AS p (id, url, host, job, target, status, content_type, title, hash, bytes, etag, last_modified)
  VALUES (rota.next_id(), :url, :host, :job, :target, :status, :content_type, :title, :hash, :bytes, :etag, :last_modified)
  ON CONFLICT (url) DO UPDATE SET job = excluded.job, target = excluded.target, status = excluded.status,
    content_type = excluded.content_type, title = excluded.title, hash = excluded.hash, bytes = excluded.bytes,
    etag = excluded.etag, last_modified = excluded.last_modified, changed_at = rota.clock(), fetched_at = rota.clock()
  RETURNING p.id
)
INSERT INTO rota.page_content AS c (page, text, links, words)
SELECT id, :text, :links::text[],
  setweight(to_tsvector('english', :title), 'A') || setweight(to_tsvector('english', left(:text, 200000)), 'B')
FROM stored
ON CONFLICT (page) DO UPDATE SET text = excluded.text, links = excluded.links, words = excluded.words
