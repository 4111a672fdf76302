package dev.hyperterse.cli.command.init;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.testbed.sql.MariaDb;
import dev.hyperterse.testbed.sql.MariaDbServer;
import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** SQL of a caller that misspells a table or a column is answered with one that is there, and that the caller may read. */
class RunSqlNamesIT {
    private static final String TABLE = "CREATE TABLE customers (id integer PRIMARY KEY, full_name varchar(20))";

    @TempDir
    private Path folder;

    @Test
    @ExtendWith(Postgres.class)
    void nearNamesOfPostgres(PostgresServer server) {
        var database = server.createDatabase();
        var role = "reader_" + database.name();
        database.execute(
                TABLE,
                "CREATE SCHEMA sales",
                "CREATE TABLE sales.invoices (id integer PRIMARY KEY)",
                "CREATE TABLE custmerz (id integer PRIMARY KEY)",
                "CREATE ROLE %s LOGIN PASSWORD 'x'".formatted(role),
                "GRANT USAGE ON SCHEMA sales TO " + role,
                "GRANT SELECT ON customers, sales.invoices TO " + role);
        var shop = new GeneratedDirectory(folder.resolve("shop"));
        shop.init(
                "--sql",
                "--database",
                "postgresql://%s:x@%s:%d/%s".formatted(role, PostgresServer.HOST, server.port(), database.name()));
        assertThat(failure(shop, "SELECT * FROM custmers"))
                .contains("relation \"custmers\" does not exist; did you mean customers? (SQLSTATE 42P01)");
        assertThat(failure(shop, "SELECT * FROM invoices")).contains("did you mean sales.invoices?");
        assertThat(failure(shop, "SELECT fullname FROM customers")).contains("Perhaps you meant", "full_name");
        assertThat(failure(shop, "SELECT * FROM quux"))
                .contains("does not exist")
                .doesNotContain("did you mean");
    }

    @Test
    @ExtendWith(MariaDb.class)
    void nearNamesOfMariaDb(MariaDbServer server) {
        var database = server.createDatabase();
        database.execute(TABLE);
        var shop = new GeneratedDirectory(folder.resolve("shop"));
        shop.init("--sql", "--database", InitDatabaseIT.address(database, "mysql", ""));
        assertThat(failure(shop, "SELECT * FROM custmers")).contains("did you mean customers?");
        assertThat(failure(shop, "SELECT c.fullname FROM customers c")).contains("did you mean full_name?");
    }

    @Test
    void nearNamesOfSqlite() throws Exception {
        var path = Files.createDirectories(folder.resolve("shop")).resolve("shop.db");
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + path);
                var statement = connection.createStatement()) {
            statement.execute(TABLE);
        }
        var shop = new GeneratedDirectory(folder.resolve("shop"));
        shop.init("--sql", "--database", path.toString());
        assertThat(failure(shop, "SELECT * FROM custmers"))
                .contains("no such table: custmers; did you mean customers?");
        assertThat(failure(shop, "SELECT c.fullname FROM customers c")).contains("did you mean full_name?");
        assertThat(failure(shop, "SELECT zzz FROM customers")).doesNotContain("did you mean");
    }

    private String failure(GeneratedDirectory shop, String sql) {
        assertThat(shop.run("call", folder.resolve("shop").toString(), "run-sql", "sql=" + sql))
                .isEqualTo(1);
        return shop.messages();
    }
}
