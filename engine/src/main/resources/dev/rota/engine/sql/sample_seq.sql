-- Samples the sequence of ready rows. The snapshot is taken by the statement after this one.
-- index: none
-- locks: none
SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END AS seq FROM rota.ready_seq
