package dev.hyperterse.compiler.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.testbed.sql.MariaDb;
import dev.hyperterse.testbed.sql.MariaDbDatabase;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MariaDb.class)
class BuiltinsOnMariaDbIT extends BuiltinsOnEngine {
    private static MariaDbUnderTest engine;
    private static String database;
    private static boolean mysql;

    @BeforeAll
    static void connect(MariaDbDatabase fresh) {
        database = fresh.name();
        mysql = fresh.isMysql();
        engine = new MariaDbUnderTest(fresh);
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
        return '`' + name.replace("`", "``") + '`';
    }

    @Test
    void accountSeesObjectsOnWhichItHasRights() {
        engine.execute("CREATE USER clerk IDENTIFIED BY 'clerk'");
        engine.execute("GRANT SELECT (id, customer_id) ON %s.purchase TO clerk".formatted(database));
        try (var clerk = engine.readingAs("clerk", "clerk")) {
            assertThat(values(rows(clerk, "ListTables", Map.of()), "name")).containsExactly("purchase");
            assertThat(values(rows(clerk, "DescribeTable", Map.of("table", "purchase")), "name"))
                    .containsExactly("id", "customer_id");
            assertThat(values(rows(clerk, "DescribeTable", Map.of("table", "canary")), "details"))
                    .containsExactly("no such table");
            assertThat(values(rows(clerk, "SearchObjects", Map.of("pattern", "id")), "column"))
                    .containsExactly("customer_id", "id");
        } finally {
            engine.execute("DROP USER clerk");
        }
    }

    @Test
    void tablesOfTheEngineAreLeftOut() {
        assertThat(rows(engine.reading(), "ListTables", Map.of("schema", "mysql")))
                .isEmpty();
        assertThat(run(
                        engine.reading(),
                        "ColumnValues",
                        "",
                        Map.of("schema", "mysql", "table", "user", "column", "User")))
                .matches("\\[]|execution: .*");
        assertThat(values(
                        rows(engine.reading(), "DescribeTable", Map.of("schema", "mysql", "table", "user")), "details"))
                .containsExactly("no such table");
    }

    @Test
    void columnWithoutADefaultHasNone() {
        engine.execute("CREATE TABLE defaults (nullable INT, needed INT NOT NULL, word VARCHAR(9) DEFAULT 'NULL',"
                + " spoken VARCHAR(9) DEFAULT 'a')");
        try {
            var defaults = rows(engine.reading(), "DescribeTable", Map.of("table", "defaults")).stream()
                    .map(row -> row.get("default"))
                    .toList();
            assertThat(defaults.get(0).isNull()).isTrue();
            assertThat(defaults.get(1).isNull()).isTrue();
            assertThat(defaults.get(2).asString()).isEqualTo(mysql ? "NULL" : "'NULL'");
            assertThat(defaults.get(3).asString()).isEqualTo(mysql ? "a" : "'a'");
        } finally {
            engine.execute("DROP TABLE defaults");
        }
    }

    @Test
    void commentsAreSearched() {
        engine.execute("ALTER TABLE customer COMMENT = 'People who paid'");
        engine.execute("ALTER TABLE purchase MODIFY total DECIMAL(9, 2) COMMENT 'What was Owed'");
        var found = rows(engine.reading(), "SearchObjects", Map.of("pattern", "who paid", "schema", database));
        assertThat(values(found, "table")).containsExactly("customer");
        assertThat(values(found, "comment")).containsExactly("People who paid");
        assertThat(values(
                        rows(engine.reading(), "SearchObjects", Map.of("pattern", "was owed", "schema", database)),
                        "column"))
                .containsExactly("total");
    }
}
