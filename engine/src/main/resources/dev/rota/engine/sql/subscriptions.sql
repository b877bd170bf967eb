-- Tells who is subscribed to a topic.
-- index: subscription_pkey
-- locks: none
SELECT kind, queue FROM rota.subscription WHERE topic = :topic ORDER BY kind, queue
