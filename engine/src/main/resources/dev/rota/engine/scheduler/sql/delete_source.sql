-- Forgets where targets came from; they stay.
-- index: target_source_pkey
-- locks: target_source row
DELETE FROM rota.target_source s WHERE s.name = :name
