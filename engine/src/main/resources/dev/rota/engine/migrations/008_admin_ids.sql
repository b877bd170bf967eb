-- Numbers for targets from 1 on: clients of the crawl admin API know targets by integers, and write them by hand.
CREATE SEQUENCE rota.target_id;

-- unique_key is the key of which a schedule's jobs are the only live one; updated_at is when people last changed it.
ALTER TABLE rota.schedule ADD COLUMN unique_key text, ADD COLUMN updated_at timestamptz;
