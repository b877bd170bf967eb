-- Forgets pages of a host that its last whole crawl has not seen, and nobody else for so long.
-- index: page_host
-- locks: the pages
DELETE FROM rota.page WHERE id = ANY (ARRAY(
  SELECT p.id FROM rota.page p
  WHERE p.host = :host AND p.job <> (SELECT s.job FROM rota.site s WHERE s.host = :host)
    AND p.fetched_at < (SELECT s.crawled_at FROM rota.site s WHERE s.host = :host)
    AND p.fetched_at < rota.clock() - :kept_ms::bigint * interval '1 millisecond'
  ORDER BY p.id LIMIT :max::int))
