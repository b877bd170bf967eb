-- The hosts whose whole site was seen by a crawl.
-- index: none, there is a row for each site
-- locks: none
SELECT host FROM rota.site ORDER BY host
