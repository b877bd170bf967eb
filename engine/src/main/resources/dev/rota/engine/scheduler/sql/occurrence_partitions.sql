-- Makes the partitions of the months to come and drops those that need not be kept; tells how many were made.
-- index: none
-- locks: the parent, for a moment
SELECT rota.make_occurrence_partitions(:ahead, :kept) AS made
