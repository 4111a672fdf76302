package dev.hyperterse.bench.execute;

import dev.hyperterse.testbed.sql.MariaDbDatabase;
import dev.hyperterse.testbed.sql.MariaDbServer;

/** MariaDB, which the adapter and the tools of MySQL speak to. */
record LoadedMariaDb(MariaDbServer server, MariaDbDatabase database) implements LoadedDatabase {
    static LoadedMariaDb start() {
        var server = MariaDbServer.create();
        var database = server.createDatabase();
        database.execute(
                "CREATE TABLE digits (d int)",
                "INSERT INTO digits VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)",
                "CREATE TABLE orders (id int PRIMARY KEY, customer_id int, status varchar(20), total decimal(10,2),"
                        + " created_at datetime)",
                "INSERT INTO orders SELECT n, n % 100, 'paid', n * 1.25, '2025-01-01' + INTERVAL n MINUTE FROM"
                        + " (SELECT a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d AS n"
                        + " FROM digits a, digits b, digits c, digits e, digits f) AS numbers"
                        + " WHERE n BETWEEN 1 AND " + Orders.STORED,
                "ANALYZE TABLE orders");
        return new LoadedMariaDb(server, database);
    }

    @Override
    public String engine() {
        return "mysql";
    }

    @Override
    public String url() {
        return database.url();
    }

    /** Statements are prepared at the server, as the adapter does. */
    @Override
    public String jdbcUrl() {
        return "jdbc:mariadb://%s:%d/%s?useServerPrepStmts=true"
                .formatted(MariaDbServer.HOST, server.port(), database.name());
    }

    @Override
    public String username() {
        return database.username();
    }

    @Override
    public String password() {
        return database.password();
    }

    /** Its source of MySQL has no bound on connections. */
    @Override
    public String toolbox(Orders orders, int poolSize) {
        return """
                sources:
                  db:
                    kind: mysql
                    host: 127.0.0.1
                    port: %d
                    database: %s
                    user: %s
                    password: %s
                tools:
                  order_by_id:
                    kind: mysql-sql
                    source: db
                    description: One order
                    statement: "%s?%s"
                    parameters:
                      - name: id
                        type: integer
                        description: Order
                """.formatted(
                        server.port(),
                        database.name(),
                        database.username(),
                        database.password(),
                        orders.before(),
                        orders.after());
    }

    @Override
    public void close() {
        server.close();
    }
}
