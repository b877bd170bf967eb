-- Takes the plans whose check for stale targets is due, and puts each off by six hours.
-- index: none, there are few
-- locks: plan rows (skip locked)
UPDATE rota.plan p SET next_stale_check_at = rota.clock() + interval '6 hours'
FROM (SELECT d.id FROM rota.plan d
  WHERE d.enabled AND d.stale_after IS NOT NULL AND d.target_kind IS NOT NULL
    AND coalesce(d.next_stale_check_at, '-infinity') <= rota.clock()
  FOR UPDATE SKIP LOCKED) due
WHERE p.id = due.id
RETURNING p.name
