-- Tells what some webhooks know of the troubles of some subjects.
-- index: webhook_trouble_pkey
-- locks: none
SELECT t.webhook, t.subject, t.events
FROM unnest(:webhooks::bigint[], :subjects::text[]) AS u (webhook, subject)
CROSS JOIN LATERAL (SELECT * FROM rota.webhook_trouble t WHERE t.webhook = u.webhook AND t.subject = u.subject OFFSET 0) t
