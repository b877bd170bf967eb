-- Makes the partitions of the days to come.
-- index: none
-- locks: the parents, for a moment
SELECT rota.make_partitions(:span_days::int * interval '1 day', interval '7 days') AS made
