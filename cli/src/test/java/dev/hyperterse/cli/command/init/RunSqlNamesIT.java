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

/** SQL of a caller that misspells a table or a column is answered with one that is there, as SQL writes it. */
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
                "CREATE TABLE \"Suppliers\" (id integer PRIMARY KEY)",
                "CREATE TABLE sales.\"user\" (id integer PRIMARY KEY)",
                "CREATE TABLE parted (id integer) PARTITION BY LIST (id)",
                "CREATE TABLE parted_first PARTITION OF parted FOR VALUES IN (1)",
                "CREATE ROLE %s LOGIN PASSWORD 'x'".formatted(role),
                "GRANT USAGE ON SCHEMA sales TO " + role,
                "GRANT SELECT ON customers, sales.invoices, \"Suppliers\", sales.\"user\", parted, parted_first TO "
                        + role);
        var shop = new GeneratedDirectory(folder.resolve("shop"));
        shop.init(
                "--sql",
                "--database",
                "postgresql://%s:x@%s:%d/%s".formatted(role, PostgresServer.HOST, server.port(), database.name()));
        assertThat(failure(shop, "SELECT * FROM custmers"))
                .contains("relation \"custmers\" does not exist; did you mean customers? (SQLSTATE 42P01)");
        assertThat(failure(shop, "SELECT * FROM invoices")).contains("did you mean sales.invoices?");
        assertThat(failure(shop, "SELECT * FROM Suppliers")).contains("did you mean \"Suppliers\"?");
        assertThat(failure(shop, "SELECT * FROM usr")).contains("did you mean sales.\"user\"?");
        assertThat(failure(shop, "SELECT * FROM parted_frst")).contains("did you mean parted?");
        assertThat(failure(shop, "SELECT fullname FROM customers")).contains("Perhaps you meant", "full_name");
        assertThat(failure(shop, "SELECT * FROM quux"))
                .contains("does not exist")
                .doesNotContain("did you mean");
    }

    @Test
    @ExtendWith(MariaDb.class)
    void nearNamesOfMariaDb(MariaDbServer server) {
        var database = server.createDatabase();
        database.execute(TABLE, "CREATE TABLE accounts (full_names varchar(20))", "CREATE TABLE `order` (id integer)");
        var shop = new GeneratedDirectory(folder.resolve("shop"));
        shop.init("--sql", "--database", InitDatabaseIT.address(database, "mysql", ""));
        assertThat(failure(shop, "SELECT * FROM custmers")).contains("did you mean `customers`?");
        assertThat(failure(shop, "SELECT c.fullname FROM customers c"))
                .contains("did you mean `full_name` of `customers`?");
        assertThat(failure(shop, "SELECT * FROM ordr")).contains("did you mean `order`?");
        assertThat(failure(shop, "SELECT * FROM test.custmers")).doesNotContain("did you mean");
    }

    @Test
    void nearNamesOfSqlite() throws Exception {
        var path = Files.createDirectories(folder.resolve("shop")).resolve("shop.db");
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + path);
                var statement = connection.createStatement()) {
            statement.execute(TABLE);
            statement.execute("CREATE TABLE accounts (full_names varchar(20))");
            statement.execute("CREATE VIRTUAL TABLE searched USING fts5(body)");
            statement.execute("CREATE TABLE \"group\" (id integer)");
        }
        var shop = new GeneratedDirectory(folder.resolve("shop"));
        shop.init("--sql", "--database", path.toString());
        assertThat(failure(shop, "SELECT * FROM custmers"))
                .contains("no such table: custmers; did you mean \"customers\"?");
        assertThat(failure(shop, "SELECT c.fullname FROM customers c"))
                .contains("did you mean \"full_name\" of \"customers\"?");
        assertThat(failure(shop, "SELECT * FROM grup")).contains("did you mean \"group\"?");
        assertThat(failure(shop, "SELECT * FROM searched_contnt")).contains("did you mean \"searched\"?");
        assertThat(failure(shop, "SELECT " + "n".repeat(60_000) + " FROM customers"))
                .doesNotContain("did you mean");
        assertThat(failure(shop, "SELECT zzz FROM customers")).doesNotContain("did you mean");
    }

    private String failure(GeneratedDirectory shop, String sql) {
        assertThat(shop.run("call", folder.resolve("shop").toString(), "run-sql", "sql=" + sql))
                .isEqualTo(1);
        return shop.messages();
    }
}
