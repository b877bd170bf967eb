-- Tells one delivery and what it takes to carry it out.
-- index: delivery_pkey
-- locks: none
SELECT d.*, w.name, w.url, w.secret, CASE WHEN w.previous_until > rota.clock() THEN w.previous_secret END AS previous_secret,
  w.timeout_ms, w.max_attempts, w.paused_at, rota.clock() AS now
FROM rota.delivery d JOIN rota.webhook w ON w.id = d.webhook
WHERE d.id = :id
