-- Notes that a job has seen the whole site of a host.
-- index: site_pkey
-- locks: the site
INSERT INTO rota.site (host, job, crawled_at) VALUES (:host, :job, rota.clock())
ON CONFLICT (host) DO UPDATE SET job = excluded.job, crawled_at = excluded.crawled_at
