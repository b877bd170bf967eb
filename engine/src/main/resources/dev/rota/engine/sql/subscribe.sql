-- Subscribes a kind on a queue to a topic.
-- index: none
-- locks: none
INSERT INTO rota.subscription (topic, kind, queue) VALUES (:topic, :kind, :queue) ON CONFLICT DO NOTHING
