-- Drops what is outgoing, when it is in files.
-- index: none
-- locks: the outgoing tables
SELECT rota.drop_outgoing() AS dropped
