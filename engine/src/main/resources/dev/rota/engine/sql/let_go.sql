-- Lets the jobs that windows have put off for longer come due, spread, because windows have changed: claims judge them
-- anew. Not at once, so that every node has heard of the change by then.
-- transition: scheduled -> scheduled
-- index: delayed_held
-- locks: delayed rows
UPDATE rota.delayed
SET run_at = rota.clock() + interval '2 seconds' + random() * :spread_ms::bigint * interval '1 millisecond'
WHERE held AND run_at > rota.clock() + interval '2 seconds' + :spread_ms::bigint * interval '1 millisecond'
