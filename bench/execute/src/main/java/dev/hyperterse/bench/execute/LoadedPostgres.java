package dev.hyperterse.bench.execute;

import dev.hyperterse.testbed.sql.PostgresDatabase;
import dev.hyperterse.testbed.sql.PostgresServer;

/** PostgreSQL. */
record LoadedPostgres(PostgresServer server, PostgresDatabase database) implements LoadedDatabase {
    static LoadedPostgres start() {
        var server = PostgresServer.create("shared_preload_libraries=");
        var database = server.createDatabase();
        database.execute(
                "CREATE TABLE orders (id int PRIMARY KEY, customer_id int, status text, total numeric(10,2),"
                        + " created_at timestamptz)",
                "INSERT INTO orders SELECT g, g % 100, 'paid', g * 1.25, timestamptz '2025-01-01 00:00Z' + g * interval '1 minute'"
                        + " FROM generate_series(1, " + Orders.STORED + ") AS g",
                "ANALYZE orders");
        return new LoadedPostgres(server, database);
    }

    @Override
    public String engine() {
        return "postgres";
    }

    @Override
    public String url() {
        return database.url();
    }

    @Override
    public String jdbcUrl() {
        return database.jdbcUrl();
    }

    @Override
    public String username() {
        return database.username();
    }

    @Override
    public String password() {
        return database.password();
    }

    @Override
    public String toolbox(Orders orders, int poolSize) {
        return """
                sources:
                  db:
                    kind: postgres
                    host: 127.0.0.1
                    port: %d
                    database: %s
                    user: %s
                    password: %s
                    queryParams:
                      pool_max_conns: "%d"
                tools:
                  order_by_id:
                    kind: postgres-sql
                    source: db
                    description: One order
                    statement: %s$1%s
                    parameters:
                      - name: id
                        type: integer
                        description: Order
                """.formatted(
                        server.port(),
                        database.name(),
                        database.username(),
                        database.password(),
                        poolSize,
                        orders.before(),
                        orders.after());
    }

    @Override
    public void close() {
        server.close();
    }
}
