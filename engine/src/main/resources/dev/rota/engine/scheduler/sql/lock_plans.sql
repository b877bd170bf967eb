-- Lets one node at a time keep the plans, and tells the time.
-- index: none, there are few
-- locks: plan rows, by id
SELECT p.id, rota.clock() AS now FROM rota.plan p ORDER BY p.id FOR UPDATE
