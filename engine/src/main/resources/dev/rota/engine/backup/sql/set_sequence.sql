-- Puts a sequence where it was.
-- index: none
-- locks: none
SELECT setval(('rota.' || quote_ident(:name))::regclass, :at::bigint, :called::boolean)
