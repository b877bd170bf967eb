-- Finds pages by their words, best first. A word that is on every page must not cost a read of every page: no more than
-- so many are ranked, and of those only the ones that are shown are read again for their excerpts. OFFSET 0 keeps the words
-- first: looking through the pages of a host for a word would read their texts.
-- index: page_content_words
-- locks: none
WITH query AS MATERIALIZED (
  SELECT websearch_to_tsquery('english', :words) AS words
), found AS MATERIALIZED (
  SELECT m.page, m.rank
  FROM (
    SELECT c.page, ts_rank(c.words, (SELECT words FROM query)) AS rank
    FROM rota.page_content c
    WHERE c.words @@ (SELECT words FROM query)
    OFFSET 0
  ) m JOIN rota.page p ON p.id = m.page
  WHERE coalesce(p.job = :job::bigint, true) AND coalesce(p.host = :host::text, true)
  LIMIT :ranked
), shown AS MATERIALIZED (
  SELECT page, rank FROM found ORDER BY rank DESC, page DESC LIMIT :max OFFSET :skip
)
SELECT p.id, p.url, p.host, p.job, p.target, p.status, p.content_type, p.title, p.bytes, p.etag, p.last_modified, p.created_at,
  p.changed_at, p.fetched_at, s.rank,
  ts_headline('english', left(c.text, 50000), q.words,
    'StartSel=**, StopSel=**, MaxFragments=2, MaxWords=24, MinWords=8, FragmentDelimiter=" … "') AS excerpt
FROM query q, shown s JOIN rota.page p ON p.id = s.page JOIN rota.page_content c ON c.page = s.page
ORDER BY s.rank DESC, s.page DESC
