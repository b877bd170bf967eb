-- Forgets a page that is no longer there.
-- index: page_url_key
-- locks: the page
DELETE FROM rota.page WHERE url = :url
