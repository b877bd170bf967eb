-- Samples the sequence of ready rows, then takes a transaction number. A snapshot lists the open transactions below the
-- last number that has ended, and leaves out those above: once this transaction is over, the list has everyone who had
-- drawn from the sequence by now.
-- index: none
-- locks: none
SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END AS seq, pg_current_xact_id() AS line FROM rota.ready_seq
