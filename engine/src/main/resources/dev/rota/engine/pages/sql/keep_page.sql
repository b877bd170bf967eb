-- Notes that a page was fetched again and found as it was.
-- index: page_url_key
-- locks: the page
UPDATE rota.page SET job = :job, fetched_at = rota.clock() WHERE url = :url
