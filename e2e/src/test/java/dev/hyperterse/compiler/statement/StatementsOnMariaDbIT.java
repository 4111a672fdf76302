package dev.hyperterse.compiler.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.compiler.HostileValues;
import dev.hyperterse.testbed.sql.MariaDb;
import dev.hyperterse.testbed.sql.MariaDbDatabase;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Compiled statements on a real MariaDB, by the replica's own code. Its SQL differs too much from that of the other engines
 * for the same examples: || is OR, lengths are bytes, no text type can be cast to.
 */
@ExtendWith(MariaDb.class)
class StatementsOnMariaDbIT {
    private static final List<String> HOSTILE = HostileValues.written();
    private static final Function<String, Map<String, ?>> TEXT = value -> Map.of("s", value);
    private static final Function<String, Map<String, ?>> LIST = value -> Map.of("names", List.of(value, value, value));

    /** Where a value stands, and how it gets there; each finds the row of that name and no other. */
    private static final Map<String, Function<String, Map<String, ?>>> POSITIONS = positions();

    /** What only MySQL takes: a parameter in a frame, and a name that MariaDB reserves. */
    private static final Set<String> NOT_ON_MARIADB = Set.of(
            "SELECT sum(id) OVER (ORDER BY id ROWS {{ inputs.n }} PRECEDING) FROM item",
            "SELECT note AS offset, {{ inputs.s }} FROM item");

    private static final String RETURNING = "RETURNING";

    private static MariaDbDatabase database;
    private static EngineUnderTest engine;

    @BeforeAll
    static void connect(MariaDbDatabase empty) {
        database = empty;
        engine = new MariaDbUnderTest(database);
        engine.fillCorpus(HOSTILE);
    }

    @AfterAll
    static void disconnect() {
        if (engine != null) {
            engine.close();
        }
    }

    @BeforeEach
    void restoreItems() {
        engine.restoreItems();
    }

    private static Map<String, Function<String, Map<String, ?>>> positions() {
        var positions = new LinkedHashMap<String, Function<String, Map<String, ?>>>();
        positions.put("name = {{ inputs.s }}", TEXT);
        positions.put("(name={{inputs.s}})AND id>0", TEXT);
        positions.put("id > {{ inputs.n }} - 1 AND name = {{ inputs.s }}", TEXT);
        positions.put("name = '{{ inputs.s }}'", TEXT);
        positions.put("name = \"{{ inputs.s }}\"", TEXT);
        positions.put("concat('<', name, '>') = '<{{ inputs.s }}>'", TEXT);
        positions.put("concat(name, ' '' \" ', name) = '{{ inputs.s }} '' \\\" {{ inputs.s }}'", TEXT);
        positions.put("concat(name, '\\\\', name) = \"{{ inputs.s }}\\\\{{ inputs.s }}\"", TEXT);
        positions.put("name = {{ inputs.s }} -- '\n AND id > 0 /* \" */", TEXT);
        positions.put("name = {{ inputs.s }} # '\n AND id > 0", TEXT);
        positions.put("concat('{{{{', name) = '{{{{{{ inputs.s }}'", TEXT);
        positions.put("CASE WHEN name = {{ inputs.s }} THEN 1 ELSE 0 END = 1", TEXT);
        positions.put("id IN (SELECT id FROM corpus WHERE name = {{ inputs.s }})", TEXT);
        positions.put("{{ inputs.s }} IS NOT NULL AND name = {{ inputs.s }}", TEXT);
        positions.put("name BETWEEN {{ inputs.s }} AND {{ inputs.s }}", TEXT);
        positions.put("({{ inputs.s }} IS NULL OR name = {{ inputs.s }})", TEXT);
        positions.put("name LIKE {{ inputs.s | like }}", TEXT);
        positions.put("concat('-', name, '-') LIKE '-{{ inputs.s | like }}-'", TEXT);
        positions.put("`name` = {{ inputs.s }}", TEXT);
        positions.put("name IN ({{ inputs.names }})", LIST);
        positions.put("json_value({{ inputs.o }}, '$.k') = name", value -> Map.of("o", Map.of("k", value)));
        return positions;
    }

    @TestFactory
    Stream<DynamicTest> everyAcceptedStatementRuns() {
        return accepted(ExampleArguments.ALL);
    }

    @TestFactory
    Stream<DynamicTest> everyAcceptedStatementRunsWithAllThatMayBeAbsentAbsent() {
        return accepted(ExampleArguments.REQUIRED);
    }

    @TestFactory
    Stream<DynamicTest> everyAcceptedStatementPassesTheCheckAndIsNotExecuted() {
        return CheckedStatements.accepted(engine).filter(example -> isTaken(example.getDisplayName()));
    }

    @TestFactory
    Stream<DynamicTest> aMistakeIsFoundWhereItsAuthorWroteIt() {
        return CheckedStatements.mistakes(engine);
    }

    @Test
    void aStatementIsAcceptedOnceWhatItNamesIsThere() {
        CheckedStatements.repaired(engine);
    }

    private static Stream<DynamicTest> accepted(Map<String, Object> arguments) {
        return StatementCase.accepted()
                .filter(example -> example.dialect() == Dialect.MYSQL)
                .filter(example -> isTaken(example.text()))
                .map(example -> DynamicTest.dynamicTest(
                        example.toString(), () -> assertThat(engine.writing().run(example.text(), arguments))
                                .startsWith("[")));
    }

    /** Whether this server takes a statement, or the text of a test about one. */
    private static boolean isTaken(String text) {
        return database.isMysql()
                ? !text.contains(RETURNING)
                : NOT_ON_MARIADB.stream().noneMatch(text::contains);
    }

    @TestFactory
    Stream<DynamicTest> serverDoesNotTakeTheExamplesThatAreLeftOut() {
        var leftOut = StatementCase.accepted()
                .filter(example -> example.dialect() == Dialect.MYSQL)
                .map(StatementCase::text)
                .filter(text -> !isTaken(text))
                .toList();
        assertThat(leftOut).hasSizeGreaterThanOrEqualTo(2);
        return leftOut.stream()
                .map(text -> DynamicTest.dynamicTest(
                        text, () -> assertThat(engine.writing().run(text, ExampleArguments.ALL))
                                .startsWith("execution: You have an error in your SQL syntax")));
    }

    /** More than a hundred payloads in each of the positions. */
    @TestFactory
    Stream<DynamicTest> hostileValuesFindWhatAPlainComparisonFinds() {
        return POSITIONS.entrySet().stream()
                .map(position -> DynamicTest.dynamicTest(position.getKey(), () -> {
                    var before = engine.fingerprint();
                    var statement = "SELECT id FROM corpus WHERE "
                            + position.getKey().replace("{{ inputs.n }}", "1") + "\n ORDER BY id";
                    for (var value : HOSTILE) {
                        assertThat(engine.reading()
                                        .run(
                                                statement,
                                                ExampleArguments.with(
                                                        position.getValue().apply(value))))
                                .as(value)
                                .isEqualTo(rows(value));
                    }
                    assertThat(engine.fingerprint()).isEqualTo(before);
                }));
    }

    private static String rows(String value) {
        return IntStream.range(0, HOSTILE.size())
                .filter(index -> HOSTILE.get(index).equals(value))
                .mapToObj(index -> "{\"id\":" + (index + 1) + "}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    @Test
    void hostileValuesAreWrittenAsTheyAre() {
        var before = engine.fingerprint();
        engine.execute("DELETE FROM written");
        for (var value : HOSTILE) {
            var arguments = ExampleArguments.with("s", value);
            engine.writing().run("INSERT INTO written (name) VALUES ('<{{ inputs.s }}>')", arguments);
            engine.writing()
                    .run("UPDATE written SET name = {{ inputs.s }} WHERE name = \"<{{ inputs.s }}>\"", arguments);
            assertThat(engine.reading().run("SELECT count(*) AS n FROM written WHERE name = {{ inputs.s }}", arguments))
                    .as(value)
                    .isEqualTo("[{\"n\":1}]");
        }
        assertThat(engine.fingerprint()).isEqualTo(before);
    }

    @Test
    void hostileSchemaNameIsRefusedUnlessItIsAPlainName() {
        var text = "SELECT id FROM {{ env.SCHEMA | identifier }}.item";
        assertThat(engine.reading().run(text, ExampleArguments.REQUIRED)).isEqualTo("[{\"id\":1}]");
        for (var value : HOSTILE) {
            var tool = engine.reading().link(text, Map.of(ValueKey.environment("SCHEMA"), value));
            var plain = value.matches("[A-Za-z_][A-Za-z0-9_$]{0,62}");
            assertThat(engine.reading().run(tool, ExampleArguments.REQUIRED, StatementRunner.principal("alice")))
                    .as(value)
                    .startsWith(plain ? "execution: " : "binding: ");
        }
    }

    @Test
    void absentRowCountIsNoLimit() {
        var text = "SELECT id FROM item LIMIT {{ inputs.most }} OFFSET {{ inputs.n }}";
        assertThat(engine.reading().run(text, ExampleArguments.with("n", 0))).isEqualTo("[{\"id\":1}]");
        assertThat(engine.reading().run(text, ExampleArguments.with(Map.of("n", 0, "most", 0))))
                .isEqualTo("[]");
        assertThat(engine.reading().run(text, ExampleArguments.with(Map.of("n", 0, "most", 3_000_000_000L))))
                .isEqualTo("[{\"id\":1}]");
    }

    /** The server on the same statement with literals, over the text protocol, says the same. */
    @Test
    void placeholdersMeanWhatLiteralsMean() throws SQLException {
        try (var connection = database.connect()) {
            try (var session = connection.createStatement()) {
                session.execute("SET NAMES utf8mb4 COLLATE " + MariaDbUnderTest.collation(database)
                        + ", SESSION time_zone = '+00:00'");
            }
            var comparison = LiteralComparison.on(engine, connection);
            // MySQL computes with 30 decimal places where a value has any.
            assertThat(comparison.differences()).allMatch(line -> database.isMysql() && line.matches(".*0{25,}\"}]"));
            assertThat(comparison.compared()).isGreaterThanOrEqualTo(300);
        }
    }
}
