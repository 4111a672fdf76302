package dev.hyperterse.bench.execute;

import dev.hyperterse.testbed.PostgresDatabase;

/** The table and the statement that all contenders run. */
final class Orders {
    static final int COUNT = 10_000;
    static final String SELECT = "SELECT id, customer_id, status, total, created_at FROM orders WHERE id = ";

    private Orders() {}

    static void fill(PostgresDatabase database) {
        database.execute(
                "CREATE TABLE orders (id int PRIMARY KEY, customer_id int, status text, total numeric(10,2),"
                        + " created_at timestamptz)",
                "INSERT INTO orders SELECT g, g % 100, 'paid', g * 1.25, timestamptz '2025-01-01 00:00Z' + g * interval '1 minute'"
                        + " FROM generate_series(1, " + COUNT + ") AS g",
                "ANALYZE orders");
    }
}
