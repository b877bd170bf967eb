-- Ends a subscription.
-- index: subscription_pkey
-- locks: subscription row
DELETE FROM rota.subscription WHERE topic = :topic AND kind = :kind AND queue = :queue
