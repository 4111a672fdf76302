-- What the tools expect: psql -h localhost -U shop shop -f examples/postgres/schema.sql
CREATE TABLE customers (
  id    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name  text NOT NULL,
  email text NOT NULL UNIQUE
);
CREATE TABLE orders (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customers (id),
  status      text NOT NULL DEFAULT 'open',
  total       numeric(12, 2) NOT NULL,
  ordered_at  timestamptz NOT NULL DEFAULT now(),
  attributes  jsonb NOT NULL DEFAULT '{}'
);
INSERT INTO customers (name, email) VALUES ('Ada Okafor', 'ada@example.com'), ('Bruno Keller', 'bruno@example.com');
INSERT INTO orders (customer_id, status, total, attributes) VALUES
  (1, 'paid', 27.40, '{"gift": true}'), (1, 'open', 9.10, '{}'), (2, 'shipped', 119.00, '{"carrier": "post"}');
