package dev.hyperterse.compiler.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.HostileValues;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiled statements on a SQLite file, by the replica's own code. */
class StatementsOnSqliteIT extends StatementsOnEngine {
    @TempDir
    private static Path directory;

    private static EngineUnderTest engine;

    @BeforeAll
    static void connect() {
        engine = new SqliteUnderTest(directory);
        engine.fillCorpus(HostileValues.written());
    }

    @AfterAll
    static void disconnect() {
        engine.close();
    }

    @Override
    EngineUnderTest engine() {
        return engine;
    }

    @Override
    List<InjectionPosition> ownPositions() {
        return InjectionPosition.sqlite();
    }

    // The program that SQLite makes of a statement is all it will do; it is the same, whatever the value.
    @Test
    void theProgramOfAStatementDoesNotDependOnValues() {
        var text = "EXPLAIN SELECT id FROM corpus WHERE name = {{ inputs.s }} OR name = '<{{ inputs.s }}>' "
                + "OR name LIKE '%{{ inputs.s | like }}' OR name NOT IN ({{ inputs.names }})";
        var programs = new HashSet<String>();
        for (var value : HostileValues.written()) {
            programs.add(engine.reading()
                    .run(text, ExampleArguments.with(Map.of("s", value, "names", List.of(value, "b")))));
        }
        assertThat(programs).hasSize(1).allSatisfy(program -> assertThat(program)
                .contains("\"opcode\":\"Variable\""));
    }

    @Override
    List<String> hiddenWrites() {
        return List.of(
                "WITH new AS (SELECT 3 AS id) INSERT INTO canary SELECT id, {{ inputs.s }} FROM new",
                "WITH old AS (SELECT 1 AS id) DELETE FROM canary WHERE id IN (SELECT id FROM old)",
                "WITH old AS (SELECT 1 AS id) UPDATE canary SET secret = '' WHERE id IN (SELECT id FROM old)");
    }

    @Test
    void pragmaFunctionsDoNotMakeTheConnectionWritable() {
        engine.reading().run("SELECT * FROM pragma_query_only(0)", ExampleArguments.ALL);
        engine.reading().run("SELECT * FROM pragma_writable_schema(1)", ExampleArguments.ALL);
        writesHiddenInAQueryAreRefusedByAReadOnlyEngine();
    }

    @Test
    void aMisspeltColumnOfAnEnumIsAnErrorAndNoText() {
        assertThat(engine.reading()
                        .run(
                                "SELECT {{ inputs.column | identifier }} AS v FROM canary",
                                ExampleArguments.with("column", "name")))
                .startsWith("execution: ")
                .contains("no such column");
    }

    @Test
    void floatIsAReal() {
        assertThat(engine.reading()
                        .run(
                                "SELECT typeof({{ inputs.f }}) AS t, 'abc' || {{ inputs.f }} AS v, 9e999 AS i, -0.0 AS z",
                                ExampleArguments.with("f", 5)))
                .isEqualTo("[{\"t\":\"real\",\"v\":\"abc5.0\",\"i\":null,\"z\":-0.0}]");
        assertThat(engine.reading().run("SELECT {{ inputs.f }} AS v", ExampleArguments.with("f", "1e400")))
                .isEqualTo("binding: a number is larger than SQLite can hold");
    }

    @Test
    void columnsWithoutANameAreCalledAsTheEngineDoes() {
        assertThat(engine.reading()
                        .run(
                                "SELECT 1, {{ inputs.i }}, count(*), {{ inputs.s }}, 2 AS \"\"",
                                ExampleArguments.with("i", 2)))
                .isEqualTo("[{\"1\":1,\"?\":2,\"count(*)\":1,\"?_2\":null,\"\":2}]");
    }

    @Test
    void placeholdersMeanWhatLiteralsMean() throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("test.db"))) {
            var comparison = LiteralComparison.on(engine, connection);
            assertThat(comparison.differences()).isEmpty();
            assertThat(comparison.compared()).isGreaterThanOrEqualTo(300);
        }
    }

    @Test
    void documentsAndListsAreJsonText() {
        assertThat(engine.reading()
                        .run(
                                "SELECT json_extract({{ inputs.o }}, '$.k') AS k, json_array_length({{ inputs.names | json }}) AS n",
                                ExampleArguments.with(Map.of("o", Map.of("k", "v"), "names", List.of("a", "b")))))
                .isEqualTo("[{\"k\":\"v\",\"n\":2}]");
    }

    @Override
    List<String> takenByTheEngine() {
        return List.of(
                "CREATE TEMP TABLE item (id integer)",
                "CREATE TABLE \"temp\".item (id integer)",
                "CREATE TABLE 'temp'.item (id integer)",
                "PRAGMA foreign_keys = 0",
                "PRAGMA writable_schema = 1",
                "SELECT 1 /* never closed",
                "SELECT 'a'; SELECT 'b'");
    }
}
