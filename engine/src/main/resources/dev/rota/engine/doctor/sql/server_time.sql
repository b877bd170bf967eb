-- Tells the server's time, which no test moves.
-- index: none
-- locks: none
SELECT clock_timestamp() AS now
