-- Stores deliveries; an event that a webhook has one of already gets no second one.
-- index: delivery_once
-- locks: delivery rows
INSERT INTO rota.delivery (id, webhook, event, subject, identity, message, body, job, repeats, created_at)
SELECT u.*, rota.clock()
FROM unnest(:ids::bigint[], :webhooks::bigint[], :events::text[], :subjects::text[], :identities::text[], :messages::text[],
  :bodies::text[], :jobs::bigint[], :repeats::bigint[]) AS u
ON CONFLICT (webhook, identity) DO NOTHING
