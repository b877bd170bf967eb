-- While an old snapshot is held, nothing that is dead in ready and run can be removed, and autovacuum reads both from end to end, again and again,
-- in vain. It takes its time over them now: enough for a hundred thousand jobs a second, and not a processor.
ALTER TABLE rota.ready SET (autovacuum_vacuum_cost_limit = 400, autovacuum_vacuum_cost_delay = 10);
ALTER TABLE rota.run SET (autovacuum_vacuum_cost_limit = 400, autovacuum_vacuum_cost_delay = 10);
