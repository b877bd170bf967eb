-- Tells whether anything is outgoing.
-- index: none
-- locks: none
SELECT EXISTS (SELECT FROM rota.outgoing_job) OR EXISTS (SELECT FROM rota.outgoing_execution) OR EXISTS (SELECT FROM rota.outgoing_ended)
  OR EXISTS (SELECT FROM pg_inherits i WHERE i.inhparent IN ('rota.outgoing_job'::regclass, 'rota.outgoing_execution'::regclass,
    'rota.outgoing_ended'::regclass)) AS any
