-- Pages that crawls have fetched, one row for each url.
CREATE TABLE rota.page (
  id bigint PRIMARY KEY,
  url text NOT NULL UNIQUE CHECK (length(url) <= 2000),
  host text NOT NULL,
  job bigint NOT NULL,
  target text,
  status smallint NOT NULL,
  content_type text NOT NULL,
  title text NOT NULL,
  hash text NOT NULL,
  bytes int NOT NULL,
  etag text,
  last_modified text,
  created_at timestamptz NOT NULL DEFAULT rota.clock(),
  changed_at timestamptz NOT NULL DEFAULT rota.clock(),
  fetched_at timestamptz NOT NULL DEFAULT rota.clock()
) WITH (fillfactor = 80);
CREATE INDEX page_job ON rota.page (job, id);
CREATE INDEX page_host ON rota.page (host, id);

-- What is on a page. It lies apart, so that a page that was fetched again and has not changed costs a narrow row, and
-- not an entry for each of its words.
CREATE TABLE rota.page_content (
  page bigint PRIMARY KEY REFERENCES rota.page (id) ON DELETE CASCADE,
  text text NOT NULL,
  links text[] NOT NULL,
  words tsvector NOT NULL
);
CREATE INDEX page_content_words ON rota.page_content USING gin (words);
