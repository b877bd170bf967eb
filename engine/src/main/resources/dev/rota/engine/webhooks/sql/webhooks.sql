-- Tells the webhooks, or the one of a name, with how their deliveries went lately: those of a day, as far as a hundred thousand.
-- index: none
-- locks: none
SELECT w.*, l.created_at AS last_delivery_at, l.state AS last_state, d.deliveries, f.failed
FROM rota.webhook w
LEFT JOIN LATERAL (
  SELECT created_at, state FROM rota.delivery WHERE webhook = w.id ORDER BY id DESC LIMIT 1) l ON true
CROSS JOIN LATERAL (
  SELECT count(*) AS deliveries FROM (
    SELECT FROM rota.delivery WHERE webhook = w.id AND id >= rota.id_at(rota.clock() - interval '1 day') LIMIT 100000) x) d
CROSS JOIN LATERAL (
  SELECT count(*) AS failed FROM (
    SELECT FROM rota.delivery
    WHERE state <> 'delivered' AND state = 'failed' AND webhook = w.id AND id >= rota.id_at(rota.clock() - interval '1 day')
    LIMIT 100000) x) f
WHERE :name::text IS NULL OR w.name = :name
ORDER BY w.name
