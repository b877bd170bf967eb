-- What a worker tells of a running execution beside a percentage: a JSON object of its own making.
ALTER TABLE rota.progress ADD COLUMN details json;
