package dev.hyperterse.compiler.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.testbed.Postgres;
import dev.hyperterse.testbed.PostgresDatabase;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Postgres.class)
class BuiltinsOnPostgresIT extends BuiltinsOnEngine {
    private static PostgresUnderTest engine;

    @BeforeAll
    static void connect(PostgresDatabase database) {
        engine = new PostgresUnderTest(database);
    }

    @AfterAll
    static void disconnect() {
        if (engine != null) {
            engine.close();
        }
    }

    @Override
    EngineUnderTest engine() {
        return engine;
    }

    @Override
    String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    @Test
    void roleSeesTablesThatItMaySelect() {
        engine.execute("CREATE ROLE clerk LOGIN PASSWORD 'clerk'");
        engine.execute("GRANT SELECT (id, customer_id) ON purchase TO clerk");
        engine.execute("GRANT INSERT ON canary TO clerk");
        engine.execute("CREATE SCHEMA hidden CREATE TABLE secret (id int)");
        engine.execute("GRANT SELECT ON hidden.secret TO clerk");
        try (var clerk = engine.readingAs("clerk", "clerk")) {
            assertThat(values(rows(clerk, "ListTables", Map.of()), "name")).containsExactly("purchase");
            var columns = rows(clerk, "DescribeTable", Map.of("table", "purchase"));
            assertThat(values(columns, "name")).containsExactly("id", "customer_id");
            assertThat(columns.get(1).at("/references").isNull()).isTrue();
            assertThat(rows(clerk, "DescribeTable", Map.of("table", "canary"))).isEmpty();
            assertThat(values(rows(clerk, "SearchObjects", Map.of("pattern", "id")), "column"))
                    .containsExactly("customer_id", "id");
        } finally {
            engine.execute("DROP SCHEMA hidden CASCADE");
            engine.execute("DROP OWNED BY clerk");
            engine.execute("DROP ROLE clerk");
        }
    }

    @Test
    void schemaNarrowsTheList() {
        engine.execute("CREATE SCHEMA archive CREATE TABLE customer (since date)");
        engine.execute("COMMENT ON TABLE archive.customer IS 'Customers who left'");
        try {
            var listed = rows(engine.reading(), "ListTables", Map.of("schema", "archive"));
            assertThat(values(listed, "name")).containsExactly("customer");
            assertThat(values(listed, "comment")).containsExactly("Customers who left");
            assertThat(values(rows(engine.reading(), "DescribeTable", Map.of("table", "customer")), "schema"))
                    .containsExactly("archive", "public", "public");
            assertThat(values(rows(engine.reading(), "SearchObjects", Map.of("pattern", "LEFT")), "schema"))
                    .containsExactly("archive");
        } finally {
            engine.execute("DROP SCHEMA archive CASCADE");
        }
    }
}
