-- Gives up the lead, so that another node need not wait for its end.
-- index: none
-- locks: leader row
UPDATE rota.leader SET lease_until = rota.clock() WHERE worker = :worker
