package dev.hyperterse.cli.command.init;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.init.schema.SqlEngine;
import dev.hyperterse.cli.init.schema.SqlNames;
import dev.hyperterse.testbed.sql.MariaDb;
import dev.hyperterse.testbed.sql.MariaDbServer;
import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** {@code hyperterse init --database} on names and types that hardly anybody has: a tool answers, or is not there. */
class InitOddDatabaseIT {
    @TempDir
    private Path folder;

    @Test
    @ExtendWith(Postgres.class)
    void oddNamesAndTypesOfPostgres(PostgresServer server) throws IOException {
        var database = server.createDatabase();
        InitDatabaseIT.fill(database, "odd-postgres.sql");
        var odd = new GeneratedDirectory(folder.resolve("odd"));
        var said = odd.init("--database", InitDatabaseIT.address(database, "postgresql", ""));
        assertThat(said)
                .contains(
                        "left out: public.{{braces}}: its name has two braces",
                        "left out: public.keyless: no key",
                        "left out: public.typed.raw: bytea is no text");
        assertThat(odd.callEverything())
                .contains(
                        "get-order-s-detail",
                        "list-selects",
                        "get-typed",
                        "list-grossens",
                        "list-nodes-by-parent",
                        "list-sales-selects",
                        "get-by-uuid",
                        "list-dotted-names",
                        "list-by-uuids-of-typed-by-typed");
        try (var calls = odd.open()) {
            assertThat(calls.rows("list-typeds", Map.of("state", "it's \"done\"")))
                    .hasSize(1);
            assertThat(calls.rows("get-typed", Map.of("id", 9007199254740993L)))
                    .singleElement()
                    .satisfies(row -> {
                        assertThat(row.path("exact").toString()).isEqualTo("12345678901234567890.123456789");
                        assertThat(row.path("doubled").asLong()).isEqualTo(14);
                        assertThat(row.path("span").asString()).isEqualTo("[1,5)");
                        assertThat(row.path("doc").path("a").asInt()).isEqualTo(1);
                    });
        }
        for (var word : database.query("SELECT string_agg(word, ' ') FROM pg_get_keywords() WHERE catcode <> 'U'")
                .split(" ")) {
            assertThat(new SqlNames(SqlEngine.POSTGRES).of(word)).startsWith("\"");
        }
    }

    @Test
    @ExtendWith(MariaDb.class)
    void oddNamesAndTypesOfMariaDb(MariaDbServer server) throws IOException {
        var database = server.createDatabase();
        InitDatabaseIT.fill(database, "odd-mysql.sql");
        var odd = new GeneratedDirectory(folder.resolve("odd"));
        var said = odd.init("--database", InitDatabaseIT.address(database, "mysql", ""));
        assertThat(said)
                .contains("left out: typed.bits: bit(3) is no text", "left out: by_bytes: its key cannot be shown");
        assertThat(odd.callEverything()).contains("get-order-s-detail", "list-selects", "list-typeds", "get-typed");
        try (var calls = odd.open()) {
            assertThat(calls.rows("list-typeds", Map.of("state", "new", "on_sale", true)))
                    .hasSize(1);
        }
    }

    @Test
    void oddNamesAndTypesOfSqlite() throws IOException, SQLException {
        var path = Files.createDirectories(folder.resolve("odd")).resolve("odd file.db");
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + path);
                var statement = connection.createStatement()) {
            for (var sql : InitDatabaseIT.statements("odd-sqlite.sql")) {
                statement.execute(sql);
            }
        }
        var odd = new GeneratedDirectory(folder.resolve("odd"));
        var said = odd.init("--database", path.toString());
        assertThat(said).contains("left out: typed.raw: BLOB is no text");
        assertThat(odd.callEverything()).contains("get-order-s-detail", "list-selects", "list-children-of-parent");
        try (var calls = odd.open()) {
            assertThat(calls.rows("list-typeds", Map.of("state", "it's done"))).hasSize(1);
        }
    }

    /** SQLite describes no view while it describes one that reads what is gone. */
    @Test
    void brokenViewOfSqliteIsLeftOut() throws IOException, SQLException {
        var path = Files.createDirectories(folder.resolve("broken")).resolve("broken.db");
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + path);
                var statement = connection.createStatement()) {
            for (var sql : List.of(
                    "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT)",
                    "INSERT INTO item VALUES (1, 'cup')",
                    "CREATE TABLE gone (id INTEGER PRIMARY KEY)",
                    "CREATE VIEW named AS SELECT name FROM item",
                    "CREATE VIEW \"it's broken\" AS SELECT * FROM gone",
                    "CREATE VIEW of_broken AS SELECT * FROM \"it's broken\"",
                    "DROP TABLE gone")) {
                statement.execute(sql);
            }
        }
        var broken = new GeneratedDirectory(folder.resolve("broken"));
        assertThat(broken.init("--database", path.toString()))
                .contains("note: left out: the view it's broken: ", "no such table: main.gone", "the view of_broken: ")
                .contains("read 2 tables and views");
        assertThat(broken.callEverything()).contains("get-item", "list-named");
    }

    /** An answer for a model would be cut at 24,000 tokens. */
    @Test
    void schemaOfThousandsOfColumnsIsReadWhole() throws IOException, SQLException {
        var path = Files.createDirectories(folder.resolve("wide")).resolve("wide.db");
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + path);
                var statement = connection.createStatement()) {
            for (var number = 0; number < 3; number++) {
                statement.execute(IntStream.range(0, 1000)
                        .mapToObj("column_with_a_name_of_some_length_%d TEXT"::formatted)
                        .collect(Collectors.joining(
                                ", ", "CREATE TABLE item%d (id INTEGER PRIMARY KEY, ".formatted(number), ")")));
                statement.execute("INSERT INTO item%d (id) VALUES (1)".formatted(number));
            }
        }
        var wide = new GeneratedDirectory(folder.resolve("wide"));
        assertThat(wide.init("--database", path.toString())).contains("read 3003 columns");
        assertThat(wide.callEverything()).contains("get-item0", "list-item2s");
    }

    @Test
    void theBoundOfTablesIsSaid() throws IOException, SQLException {
        var path = Files.createDirectories(folder.resolve("many")).resolve("many.db");
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + path);
                var statement = connection.createStatement()) {
            for (var number = 0; number < 45; number++) {
                statement.execute("CREATE TABLE item%d (id INTEGER PRIMARY KEY, name TEXT)".formatted(number));
            }
        }
        var many = new GeneratedDirectory(folder.resolve("many"));
        assertThat(many.init("--database", path.toString()))
                .contains("5 of 45 tables get no tools; choose them with --tables, --tables '*' takes all");
        assertThat(many.run("init", folder.resolve("many").toString(), "--database", path.toString()))
                .isEqualTo(3);
        assertThat(many.messages())
                .contains("is not empty; nothing was written")
                .contains("diff NEW --base");
        try (var files = Files.list(folder.resolve("many"))) {
            assertThat(files.map(file -> file.getFileName().toString())
                            .filter(Stream.of("server.yaml").toList()::contains))
                    .hasSize(1);
        }
    }
}
