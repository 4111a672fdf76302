package dev.hyperterse.engines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.server.adapter.Masking;
import dev.hyperterse.catalog.server.adapter.Masking.LabelledColumn;
import dev.hyperterse.catalog.server.adapter.Masking.Treatment;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.testbed.sql.MariaDb;
import dev.hyperterse.testbed.sql.MariaDbDatabase;
import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Every statement of the tables of lineage, run by each engine: none shows a labelled value. */
class MaskedTablesIT {
    private static final Path TABLES =
            Path.of("..", "statement", "src", "test", "resources", "dev", "hyperterse", "statement", "lineage");
    private static final Set<String> LABELLED_NAMES = Set.of("email", "phone", "salary");
    private static final Pattern VALUE = Pattern.compile("\"([^\"]*)\":\"?[^,\"]*(zq-ann|zq-phone|987654)");

    private static final String SCHEMA = """
            CREATE TABLE customers (id int, name varchar(40), email varchar(60), phone varchar(40), city varchar(40), created varchar(40));
            INSERT INTO customers VALUES (1, 'Ann', 'zq-ann@example.com', 'zq-phone-1234567', 'Bonn', '2024-01-02');
            CREATE TABLE staff (id int, name varchar(40), salary int, manager int, email varchar(60));
            INSERT INTO staff VALUES (1, 'Ann', 987654, 1, 'zq-ann@example.org');
            CREATE TABLE orders (id int, customer int, total int, note varchar(40));
            INSERT INTO orders VALUES (1, 1, 5, 'a note');
            CREATE TABLE folded (lower int);
            CREATE VIEW contacts AS SELECT id AS who, email AS address FROM customers;
            """;

    private static Adapter masked(Adapter adapter, Dialect dialect, Optional<Masking> masking) {
        return new Adapter(
                adapter.name(),
                adapter.access(),
                adapter.pool(),
                adapter.statementTimeoutMillis(),
                adapter.maxRows(),
                adapter.engine(),
                masking);
    }

    private static Masking masking(Dialect dialect) {
        return new Masking(
                dialect,
                false,
                List.of(
                        new LabelledColumn("customers", "email", List.of("pii")),
                        new LabelledColumn("customers", "phone", List.of("pii")),
                        new LabelledColumn("staff", "salary", List.of("pii")),
                        new LabelledColumn("staff", "email", List.of("pii"))),
                List.of(new Masking.Rule(List.of("pii"), Optional.empty(), Treatment.Hash)));
    }

    private record Counted(int shown, int masked, int byName) {}

    private static void assertMasked(Dialect dialect, Adapter adapter, Map<ValueKey, String> values) {
        try (var plain = TestCalls.on(masked(adapter, dialect, Optional.empty()), values);
                var masking = TestCalls.on(masked(adapter, dialect, Optional.of(masking(dialect))), values)) {
            var all = statements(dialect)
                    .map(sql -> count(plain.run(dialect, sql), masking.run(dialect, sql), sql))
                    .reduce(
                            new Counted(0, 0, 0),
                            (a, b) -> new Counted(
                                    a.shown() + b.shown(), a.masked() + b.masked(), a.byName() + b.byName()));

            assertThat(all.shown()).isGreaterThan(100);
            assertThat(100.0 * all.byName() / all.shown()).isLessThan(60.0);
            // Those that are refused are the others.
            assertThat(100.0 * all.masked() / all.shown()).isGreaterThan(60.0);
        }
    }

    private static Counted count(String plain, String masked, String sql) {
        assertThat(masked).as(sql).doesNotContain("zq-", "987654");
        var found = VALUE.matcher(plain);
        if (!plain.startsWith("[") || !found.find()) {
            return new Counted(0, 0, 0);
        }
        var byName = LABELLED_NAMES.contains(found.group(1).toLowerCase(Locale.ROOT));
        return new Counted(1, masked.startsWith("[") ? 1 : 0, byName ? 1 : 0);
    }

    private static Stream<String> statements(Dialect dialect) {
        return Stream.of("statements.txt", "hostile.txt")
                .flatMap(MaskedTablesIT::lines)
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split(" \\| "))
                .filter(parts -> parts[0].equals("*")
                        || parts[0].indexOf(Character.toLowerCase(dialect.name().charAt(0))) >= 0)
                .map(parts -> parts[parts.length - 1].replace("\\n", "\n"));
    }

    private static Stream<String> lines(String file) {
        try {
            return Files.readAllLines(TABLES.resolve(file)).stream();
        } catch (IOException missing) {
            throw new AssertionError(missing);
        }
    }

    @Test
    void sqliteShowsNoLabelledValue() {
        assertMasked(
                Dialect.SQLITE,
                TestAdapters.sqlite(Access.ReadOnly),
                Map.of(TestAdapters.URL, ":memory:", TestAdapters.INIT_SQL, SCHEMA));
    }

    @Test
    @ExtendWith(Postgres.class)
    void postgresShowsNoLabelledValue(PostgresDatabase database) {
        database.execute(
                "DROP VIEW IF EXISTS contacts", "DROP TABLE IF EXISTS customers, staff, orders, folded", SCHEMA);
        assertMasked(Dialect.POSTGRES, TestAdapters.postgres(Access.ReadOnly), TestAdapters.values(database));
    }

    @Test
    @ExtendWith(MariaDb.class)
    void mariaDbShowsNoLabelledValue(MariaDbDatabase database) {
        database.execute("DROP VIEW IF EXISTS contacts", "DROP TABLE IF EXISTS customers, staff, orders, folded");
        for (var statement : SCHEMA.split(";\n")) {
            database.execute(statement);
        }
        assertMasked(Dialect.MYSQL, TestAdapters.mysql(Access.ReadOnly), TestAdapters.values(database));
    }
}
