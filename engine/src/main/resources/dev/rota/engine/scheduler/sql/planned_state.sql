-- A text that is another when targets or plans have changed.
-- index: none, all targets are looked at
-- locks: none
SELECT concat_ws(' ', t.count, t.latest, p.count, p.latest) AS state
FROM (SELECT count(*) AS count, max(updated_at) AS latest FROM rota.target) t,
  (SELECT count(*) AS count, max(updated_at) AS latest FROM rota.plan) p
