-- Notes how far arrears are written; those that are written to their end are gone.
-- index: arrears_pkey
-- locks: arrears row that the caller has locked
WITH gone AS (
  DELETE FROM rota.arrears a WHERE a.id = :id AND :from_at::timestamptz IS NULL
)
UPDATE rota.arrears a SET from_at = :from_at::timestamptz WHERE a.id = :id AND :from_at::timestamptz IS NOT NULL
