CREATE TABLE IF NOT EXISTS orders (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer text NOT NULL,
  amount int NOT NULL,
  confirmed boolean NOT NULL DEFAULT false
);
