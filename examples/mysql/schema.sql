-- What the tools expect, on MySQL 8 or MariaDB 10.6 and later: mariadb -h localhost -u shop -p shop < examples/mysql/schema.sql
CREATE TABLE customers (
  id    BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  name  VARCHAR(200) NOT NULL,
  email VARCHAR(200) NOT NULL UNIQUE
) CHARACTER SET utf8mb4;
CREATE TABLE orders (
  id          BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  customer_id BIGINT UNSIGNED NOT NULL,
  status      ENUM('open', 'paid', 'shipped', 'cancelled') NOT NULL DEFAULT 'open',
  total       DECIMAL(12, 2) NOT NULL,
  ordered_at  TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
  attributes  JSON NOT NULL,
  FOREIGN KEY (customer_id) REFERENCES customers (id)
) CHARACTER SET utf8mb4;
INSERT INTO customers (name, email) VALUES ('Ada Okafor', 'ada@example.com'), ('Bruno Keller', 'bruno@example.com');
INSERT INTO orders (customer_id, status, total, attributes) VALUES
  (1, 'paid', 27.40, '{"gift": true}'), (1, 'open', 9.10, '{}'), (2, 'shipped', 119.00, '{"carrier": "post"}');
