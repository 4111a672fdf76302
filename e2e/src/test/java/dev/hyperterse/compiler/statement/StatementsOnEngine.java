package dev.hyperterse.compiler.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.compiler.HostileValues;
import dev.hyperterse.statement.sql.StatementCompilation;
import dev.hyperterse.statement.sql.StatementCompiler;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.json.JsonMapper;

/** What holds on every engine: examples run, hostile values stay values. */
abstract class StatementsOnEngine {
    private static final List<String> HOSTILE = HostileValues.written();

    abstract EngineUnderTest engine();

    abstract List<InjectionPosition> ownPositions();

    // The examples write, too.
    @BeforeEach
    void restoreItems() {
        engine().restoreItems();
    }

    @TestFactory
    Stream<DynamicTest> everyAcceptedStatementRuns() {
        return StatementCase.accepted()
                .filter(example -> example.dialect() == engine().dialect())
                .map(example -> DynamicTest.dynamicTest(example.toString(), () -> {
                    assertThat(engine().writing().run(example.text(), ExampleArguments.ALL))
                            .startsWith("[");
                }));
    }

    @TestFactory
    Stream<DynamicTest> everyAcceptedStatementPassesTheCheckAndIsNotExecuted() {
        return CheckedStatements.accepted(engine());
    }

    @TestFactory
    Stream<DynamicTest> aMistakeIsFoundWhereItsAuthorWroteIt() {
        return CheckedStatements.mistakes(engine());
    }

    @Test
    void aStatementIsAcceptedOnceWhatItNamesIsThere() {
        CheckedStatements.repaired(engine());
    }

    @TestFactory
    Stream<DynamicTest> everyAcceptedStatementRunsWithAllThatMayBeAbsentAbsent() {
        return StatementCase.accepted()
                .filter(example -> example.dialect() == engine().dialect())
                .map(example -> DynamicTest.dynamicTest(example.toString(), () -> {
                    assertThat(engine().writing().run(example.text(), ExampleArguments.REQUIRED))
                            .startsWith("[");
                }));
    }

    @TestFactory
    Stream<DynamicTest> hostileValuesFindWhatAPlainComparisonFinds() {
        return Stream.concat(InjectionPosition.common().stream(), ownPositions().stream())
                .map(position -> DynamicTest.dynamicTest(position.toString(), () -> {
                    var before = engine().fingerprint();
                    for (var value : HOSTILE) {
                        var arguments =
                                ExampleArguments.with(position.arguments().apply(value));
                        assertThat(engine().reading().run(position.statement(), arguments))
                                .as(value)
                                .isEqualTo(rows(position, value));
                    }
                    assertThat(engine().fingerprint()).isEqualTo(before);
                }));
    }

    private static String rows(InjectionPosition position, String value) {
        return IntStream.range(0, HOSTILE.size())
                .filter(index -> position.finds().test(HOSTILE.get(index), value))
                .mapToObj(index -> "{\"id\":" + (index + 1) + "}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    /** Rules are there for what an engine would take: with a replica alone each of these runs. */
    @TestFactory
    Stream<DynamicTest> whatTheCompilerRefusesTheEngineWouldTake() {
        return takenByTheEngine().stream()
                .map(text -> DynamicTest.dynamicTest(text, () -> {
                    var source = ExampleInputs.source(engine().dialect(), text);
                    assertThat(new StatementCompiler().compile(source))
                            .isInstanceOf(StatementCompilation.Rejected.class);
                    try (var careless = engine().another()) {
                        assertThat(careless.wouldRun(text)).isTrue();
                    }
                }));
    }

    abstract List<String> takenByTheEngine();

    @Test
    void theCorpusIsLargeEnough() {
        assertThat(HOSTILE).hasSizeGreaterThanOrEqualTo(100).doesNotHaveDuplicates();
    }

    @Test
    void hostileValuesAreWrittenAsTheyAre() {
        var before = engine().fingerprint();
        engine().execute("DELETE FROM written");
        for (var value : HOSTILE) {
            engine().writing()
                    .run("INSERT INTO written (name) VALUES ('<{{ inputs.s }}>')", ExampleArguments.with("s", value));
            engine().writing()
                    .run(
                            "UPDATE written SET name = {{ inputs.s }} WHERE name = '<{{ inputs.s }}>'",
                            ExampleArguments.with("s", value));
            assertThat(engine().reading()
                            .run(
                                    "SELECT count(*) AS n FROM written WHERE name = {{ inputs.s }}",
                                    ExampleArguments.with("s", value)))
                    .as(value)
                    .isEqualTo("[{\"n\":1}]");
        }
        assertThat(engine().fingerprint()).isEqualTo(before);
    }

    @Test
    void hostileValuesChooseNothingThatIsNotInTheEnum() {
        var before = engine().fingerprint();
        var text = "SELECT id FROM item ORDER BY {{ inputs.column | identifier }} {{ inputs.direction | keyword }}";
        for (var value : HOSTILE) {
            var column = engine().reading().run(text, ExampleArguments.with("column", value));
            assertThat(column.startsWith("[")).as(value).isEqualTo(value.equals("item.id") || value.equals("name"));
            var direction = engine().reading().run(text, ExampleArguments.with("direction", value));
            assertThat(direction.startsWith("["))
                    .as(value)
                    .isEqualTo(value.equals("asc") || value.equals("desc nulls last"));
        }
        assertThat(engine().fingerprint()).isEqualTo(before);
    }

    @Test
    void hostileValuesAreNoNumbersOfRowsAndNoNumbers() {
        for (var value : HOSTILE) {
            var limit = engine().reading()
                    .run("SELECT id FROM item LIMIT {{ inputs.n }}", ExampleArguments.with("n", value));
            assertThat(limit).as(value).doesNotContain("canary-secret");
            assertThat(limit.startsWith("[")).as(value).isEqualTo(value.equals("0") || value.equals("999"));
            var number = engine().reading().run("SELECT {{ inputs.i }} AS i", ExampleArguments.with("i", value));
            assertThat(number).as(value).matches("(?s)validation: .*|\\[\\{\"i\":-?\\d+}]");
        }
    }

    @Test
    void hostileValuesOfTheEnvironmentAndOfThePrincipalStayValues() {
        var text = "SELECT id FROM corpus WHERE name = {{ env.REGION }} AND name = {{ principal.subject }} "
                + "AND name LIKE '{{ principal.claims.tenant | like }}' ORDER BY id";
        for (var index = 0; index < HOSTILE.size(); index++) {
            var value = HOSTILE.get(index);
            var tool = engine().reading().link(text, Map.of(ValueKey.environment("REGION"), value));
            assertThat(engine().reading().run(tool, ExampleArguments.REQUIRED, StatementRunner.principal(value)))
                    .as(value)
                    .isEqualTo("[{\"id\":" + (index + 1) + "}]");
        }
    }

    @Test
    void aHostileSchemaNameIsRefusedUnlessItIsAPlainName() {
        var text = "SELECT id FROM {{ env.SCHEMA | identifier }}.item";
        for (var value : HOSTILE) {
            var tool = engine().reading().link(text, Map.of(ValueKey.environment("SCHEMA"), value));
            var plain = value.matches("[A-Za-z_][A-Za-z0-9_$]{0,62}");
            assertThat(engine().reading().run(tool, ExampleArguments.REQUIRED, StatementRunner.principal("alice")))
                    .as(value)
                    .startsWith(plain ? "execution: " : "binding: ");
        }
    }

    @Test
    void aNulIsRefusedBeforeTheEngine() {
        for (var text : List.of("SELECT {{ inputs.s }} AS s", "SELECT 'a{{ inputs.s }}' AS s")) {
            assertThat(engine().reading().run(text, ExampleArguments.with("s", "a\0b")))
                    .startsWith("validation: ");
        }
        assertThat(engine().reading()
                        .run(
                                "SELECT id FROM corpus WHERE name IN ({{ inputs.names }})",
                                ExampleArguments.with("names", List.of("a\0b"))))
                .startsWith("validation: ");
    }

    private void assertRows(String text, Map<String, ?> arguments, String rows) {
        assertThat(engine().reading().run(text, ExampleArguments.with(arguments)))
                .as("%s with %s", text, arguments)
                .isEqualTo(rows);
    }

    @Test
    void aStringIsNullAsSoonAsAPartIsAbsent() {
        var text = "SELECT CASE WHEN 'a{{ inputs.s }}b{{ inputs.i }}' IS NULL THEN 'null' ELSE 'text' END AS v";
        assertRows(text, Map.of("s", "x", "i", 1), "[{\"v\":\"text\"}]");
        assertRows(text, Map.of("s", "x"), "[{\"v\":\"null\"}]");
        assertRows(text, Map.of("i", 1), "[{\"v\":\"null\"}]");
        assertRows(text, Map.of("s", ""), "[{\"v\":\"null\"}]");
    }

    @Test
    void numbersAndTruthValuesInStringsAreTheirUsualText() {
        var text = "SELECT 'n={{ inputs.i }} f={{ inputs.f }}' AS v";
        assertRows(text, Map.of("i", -5, "f", 1.25), "[{\"v\":\"n=-5 f=1.25\"}]");
        assertRows(text, Map.of("i", 9007199254740993L, "f", 100), "[{\"v\":\"n=9007199254740993 f=100\"}]");
    }

    @Test
    void doubledQuotesAndLiteralBracesAreUndone() {
        assertRows("SELECT 'it''s {{ inputs.s }} {{{{x}}' AS v", Map.of("s", "'"), "[{\"v\":\"it's ' {{x}}\"}]");
        assertRows("SELECT 'it''s {{{{x}}' AS v", Map.of(), "[{\"v\":\"it's {{x}}\"}]");
    }

    @Test
    void wildcardsAreWildcardsOnlyWithoutTheFilter() {
        var open = "SELECT count(*) AS n FROM item WHERE name LIKE '{{ inputs.s }}'";
        var escaped = "SELECT count(*) AS n FROM item WHERE name LIKE '{{ inputs.s | like }}'";
        assertRows(open, Map.of("s", "%"), "[{\"n\":1}]");
        assertRows(escaped, Map.of("s", "%"), "[{\"n\":0}]");
        assertRows(escaped, Map.of("s", "_"), "[{\"n\":0}]");
        assertRows(escaped, Map.of("s", "x"), "[{\"n\":1}]");
    }

    @Test
    void anEmptyListFindsNothingAndExcludesNothing() {
        var in = "SELECT id FROM item WHERE id IN ({{ inputs.ids }})";
        var notIn = "SELECT id FROM item WHERE id NOT IN ({{ inputs.ids }})";
        assertRows(in, Map.of("ids", List.of()), "[]");
        assertRows(notIn, Map.of("ids", List.of()), "[{\"id\":1}]");
        assertRows(in, Map.of("ids", List.of(1)), "[{\"id\":1}]");
        assertRows(in, Map.of("ids", List.of(2, 3, 1)), "[{\"id\":1}]");
        assertRows(notIn, Map.of("ids", List.of(2, 3, 4)), "[{\"id\":1}]");
        assertRows(in, Map.of("ids", List.of(9007199254740993L, 1)), "[{\"id\":1}]");
    }

    @Test
    void anAbsentListComparesAsNullDoes() {
        assertRows("SELECT id FROM item WHERE id IN ({{ inputs.ids }})", Map.of(), "[]");
        assertRows("SELECT id FROM item WHERE id NOT IN ({{ inputs.ids }})", Map.of(), "[]");
    }

    @Test
    void listsOfEveryLengthFindTheirLastItemAndNothingElse() {
        var in = "SELECT id FROM item WHERE name IN ({{ inputs.names }})";
        for (var length = 1; length <= 17; length++) {
            var names = new ArrayList<>(Collections.nCopies(length, "other"));
            assertRows(in, Map.of("names", names), "[]");
            names.set(length - 1, "x");
            assertRows(in, Map.of("names", names), "[{\"id\":1}]");
        }
    }

    @Test
    void aChosenColumnAndDirectionDecideTheOrder() {
        engine().execute("INSERT INTO item (id, name) VALUES (2, 'a')");
        var text = "SELECT id FROM item ORDER BY {{ inputs.column | identifier }} {{ inputs.direction | keyword }}";
        var oneFirst = "[{\"id\":1},{\"id\":2}]";
        var twoFirst = "[{\"id\":2},{\"id\":1}]";
        assertRows(text, Map.of("column", "item.id", "direction", "asc"), oneFirst);
        assertRows(text, Map.of("column", "item.id", "direction", "desc nulls last"), twoFirst);
        assertRows(text, Map.of("column", "name", "direction", "asc"), twoFirst);
        assertRows(text, Map.of("column", "name", "direction", "desc nulls last"), oneFirst);
    }

    @Test
    void aListWithNullInItIsInvalidAndSoIsOneThatIsTooLong() {
        var text = "SELECT id FROM item WHERE id IN ({{ inputs.ids }})";
        var tool = engine().reading().link(text, Map.of());
        var required = ExampleArguments.REQUIRED;
        var holding = new HashMap<String, Object>(required);
        holding.put("ids", Arrays.asList(1, null));
        assertThat(engine().reading().run(tool, holding, StatementRunner.principal("alice")))
                .startsWith("validation: ");
        holding.put("ids", Collections.nCopies(1001, 1));
        assertThat(engine().reading().run(tool, holding, StatementRunner.principal("alice")))
                .startsWith("validation: ");
        holding.put("ids", Collections.nCopies(1000, 1));
        assertThat(engine().reading().run(tool, holding, StatementRunner.principal("alice")))
                .isEqualTo("[{\"id\":1}]");
    }

    @Test
    void anAbsentRowCountIsNoLimitAndALargeOneIsTaken() {
        var text = "SELECT id FROM item LIMIT {{ inputs.most }} OFFSET {{ inputs.n }}";
        assertRows(text, Map.of("n", 0), "[{\"id\":1}]");
        assertRows(text, Map.of("n", 0, "most", 0), "[]");
        assertRows(text, Map.of("n", 0, "most", 3_000_000_000L), "[{\"id\":1}]");
        assertRows(text, Map.of("n", 3_000_000_000L), "[]");
        assertThat(engine().reading().run(text, ExampleArguments.with("most", -1)))
                .startsWith("validation: ");
    }

    /** A default is for what is left out; whoever sends null means none. */
    @Test
    void aRowCountThatIsNullIsNoLimitAlsoWhereThereIsADefault() {
        var none = new HashMap<String, Object>(Map.of("n", 0));
        none.put("few", null);
        var text = "SELECT id FROM item LIMIT {{ inputs.few }} OFFSET {{ inputs.few }}";
        assertRows(text, Map.of("n", 0), "[]");
        assertRows(text, none, "[{\"id\":1}]");
        assertRows("SELECT id FROM item LIMIT coalesce({{ inputs.few }}, 0)", none, "[]");
    }

    @Test
    void integersAreExactAndNeverRounded() {
        assertRows("SELECT {{ inputs.i }} AS v", Map.of("i", 9007199254740993L), "[{\"v\":9007199254740993}]");
        assertRows("SELECT {{ inputs.i }} AS v", Map.of("i", 1.0), "[{\"v\":1}]");
        assertThat(engine().reading().run("SELECT {{ inputs.i }} AS v", ExampleArguments.with("i", 1.9)))
                .startsWith("validation: ");
        assertThat(engine().reading().run("SELECT {{ inputs.s }} AS v", ExampleArguments.with("s", Map.of("a", 1))))
                .startsWith("validation: ");
    }

    /** The type is the declaration's: how the caller spells a number changes no result. */
    @Test
    void wholeNumberOfAFloatInputIsNoInteger() {
        var half = "SELECT round({{ inputs.f }} / 2, 1) AS v";
        for (var number : List.of("5", "5.0", "50e-1", "\"5\"")) {
            assertJson(half, "{\"f\": %s}".formatted(number), "[{\"v\":2.5}]");
        }
        assertJson("SELECT {{ inputs.i }} / 2 AS v", "{\"i\": 5.0}", "[{\"v\":2}]");
        assertJson("SELECT 'a{{ inputs.f }}' AS v", "{\"f\": 5}", "[{\"v\":\"a5\"}]");
    }

    @Test
    void inputsHoldNoNumbersThatAreNone() {
        for (var number : List.of("\"NaN\"", "\"Infinity\"", "\"-Infinity\"", "NaN", "1e9999")) {
            assertThat(runJson("SELECT {{ inputs.f }} AS v", "{\"f\": %s}".formatted(number)))
                    .as(number)
                    .startsWith("validation: ");
        }
    }

    @Test
    void signOfZeroIsLostOnTheWayIn() {
        for (var zero : List.of("-0", "-0.0", "\"-0.0\"")) {
            assertJson("SELECT CAST({{ inputs.f }} AS integer) AS v", "{\"f\": %s}".formatted(zero), "[{\"v\":0}]");
            assertThat(runJson("SELECT {{ inputs.f }} AS v", "{\"f\": %s}".formatted(zero)))
                    .doesNotContain("-");
        }
    }

    @Test
    void datetimeWithoutAnOffsetIsTakenAsItIs() {
        for (var text : List.of("2024-01-01T00:00:00", "2024-01-01 00:00:00", "2024-01-01T00:00:00.5")) {
            assertRows(
                    "SELECT CAST({{ inputs.d }} AS text) AS v", Map.of("d", text), "[{\"v\":\"%s\"}]".formatted(text));
        }
        assertThat(engine().reading().run("SELECT {{ inputs.d }} AS v", ExampleArguments.with("d", "2024-01-01T00:00")))
                .startsWith("validation: ");
    }

    private String runJson(String text, String arguments) {
        var tool = engine().reading().link(text, Map.of());
        var required = JsonMapper.shared().writeValueAsString(ExampleArguments.REQUIRED);
        var all = required.substring(0, required.length() - 1) + "," + arguments.substring(1);
        return engine().reading().runJson(tool, all, StatementRunner.principal("alice"));
    }

    private void assertJson(String text, String arguments, String rows) {
        assertThat(runJson(text, arguments)).as("%s with %s", text, arguments).isEqualTo(rows);
    }

    @Test
    void aPrincipalThatIsNotThereIsAnErrorAndNoNull() {
        for (var text : List.of(
                "SELECT {{ principal.subject }} AS v",
                "SELECT '<{{ principal.claims.tenant }}>' AS v",
                "SELECT id FROM item WHERE name = {{ principal.subject }}")) {
            var tool = engine().reading().link(text, Map.of());
            assertThat(engine().reading().run(tool, ExampleArguments.REQUIRED, Principal.ANONYMOUS))
                    .startsWith("binding: ");
        }
    }

    @Test
    void writesHiddenInAQueryAreRefusedByAReadOnlyEngine() {
        var before = engine().fingerprint();
        for (var text : hiddenWrites()) {
            assertThat(engine().reading().run(text, ExampleArguments.ALL))
                    .as(text)
                    .startsWith("execution: ");
        }
        assertThat(engine().fingerprint()).isEqualTo(before);
    }

    abstract List<String> hiddenWrites();
}
