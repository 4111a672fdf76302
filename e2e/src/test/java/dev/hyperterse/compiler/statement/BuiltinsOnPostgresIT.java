package dev.hyperterse.compiler.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresDatabase;
import java.util.List;
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
            assertThat(values(rows(clerk, "DescribeTable", Map.of("table", "canary")), "details"))
                    .containsExactly("no such table");
            assertThat(values(rows(clerk, "SearchObjects", Map.of("pattern", "id")), "column"))
                    .containsExactly("customer_id", "id");
        } finally {
            engine.execute("DROP SCHEMA hidden CASCADE");
            engine.execute("DROP OWNED BY clerk");
            engine.execute("DROP ROLE clerk");
        }
    }

    /** A function of the whole row, the row itself and tables of the engine are no columns; rights are those of the role. */
    @Test
    void valuesAreThoseOfColumnsThatTheRoleMaySelect() {
        engine.execute("INSERT INTO customer VALUES (1, 'ada')");
        engine.execute("CREATE FUNCTION shout(customer) RETURNS text LANGUAGE sql AS 'SELECT upper($1.name)'");
        engine.execute("CREATE SCHEMA archive CREATE TABLE customer (since int)");
        engine.execute("INSERT INTO archive.customer VALUES (1999)");
        engine.execute("CREATE ROLE clerk LOGIN PASSWORD 'clerk'");
        engine.execute("GRANT SELECT (id) ON customer TO clerk");
        try (var clerk = engine.readingAs("clerk", "clerk")) {
            assertThat(values(rows(clerk, "ColumnValues", Map.of("table", "customer", "column", "id")), "value"))
                    .containsExactly("1");
            assertThat(run(clerk, "ColumnValues", "", Map.of("table", "customer", "column", "name")))
                    .startsWith("execution: ");
            for (var name : List.of("shout", "customer")) {
                assertThat(run(engine.reading(), "ColumnValues", "", Map.of("table", "customer", "column", name)))
                        .as(name)
                        .doesNotContainIgnoringCase("ada");
            }
            assertThat(columnValues("pg_authid", "rolname")).isEmpty();
            assertThat(rows(
                            engine.reading(),
                            "ColumnValues",
                            Map.of("schema", "pg_catalog", "table", "pg_class", "column", "relname")))
                    .isEmpty();
            assertThat(values(
                            rows(
                                    engine.reading(),
                                    "ColumnValues",
                                    Map.of("schema", "archive", "table", "customer", "column", "since")),
                            "value"))
                    .containsExactly("1999");
        } finally {
            engine.execute("DROP FUNCTION shout");
            engine.execute("DROP SCHEMA archive CASCADE");
            engine.execute("DROP OWNED BY clerk");
            engine.execute("DROP ROLE clerk");
        }
    }

    @Test
    void labelsChecksAndTheNumberOfRowsAreDetails() {
        engine.execute("CREATE TYPE survey_mood AS ENUM ('sad', 'ok')");
        engine.execute(
                "CREATE TABLE survey (id int PRIMARY KEY, mood survey_mood, age int CHECK (age > 17), moods survey_mood[])");
        engine.execute("INSERT INTO survey SELECT g, 'ok', 18 FROM generate_series(1, 40) g");
        engine.execute("ANALYZE survey");
        try {
            assertThat(values(rows(engine.reading(), "DescribeTable", Map.of("table", "survey")), "details"))
                    .containsExactly(
                            "table of about 40 rows", "one of sad, ok", "CHECK ((age > 17))", "one of sad, ok");
        } finally {
            engine.execute("DROP TABLE survey");
            engine.execute("DROP TYPE survey_mood");
        }
    }

    /** A check or an index of columns that the role may not read would name them. */
    @Test
    void detailsNameNoColumnWithoutRights() {
        engine.execute("CREATE TABLE pay (id int PRIMARY KEY, open int, salary int, CHECK (open < salary))");
        engine.execute("CREATE INDEX by_pay ON pay (open, salary)");
        engine.execute("CREATE INDEX by_sum ON pay (open, (salary + 1))");
        engine.execute("CREATE ROLE auditor LOGIN PASSWORD 'auditor'");
        engine.execute("GRANT SELECT (id, open) ON pay TO auditor");
        try (var auditor = engine.readingAs("auditor", "auditor")) {
            assertThat(rows(auditor, "DescribeTable", Map.of("table", "pay")))
                    .noneMatch(row -> row.toString().contains("salary"));
            assertThat(rows(engine.reading(), "DescribeTable", Map.of("table", "pay"))
                            .toString())
                    .contains("index (open, salary)", "CHECK ((open < salary))");
        } finally {
            engine.execute("DROP TABLE pay");
            engine.execute("DROP OWNED BY auditor");
            engine.execute("DROP ROLE auditor");
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
