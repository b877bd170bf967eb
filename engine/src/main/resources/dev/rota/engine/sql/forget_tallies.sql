-- Forgets the spans of executions whose partitions are gone.
-- index: none, there are few
-- locks: tally rows
DELETE FROM rota.tally t WHERE t.from_id < (SELECT min(p.from_id) FROM rota.partition p WHERE p.parent = 'execution')
