package dev.hyperterse.calls.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.JsonSpan;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.calls.turn.Permits;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.tool.ActionLinker;
import dev.hyperterse.runtime.tool.LinkSettings;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import dev.hyperterse.scripts.ScriptLinker;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** What the validation of a call may cost, and what ends it. The tools have no adapter: what passes is unavailable. */
class BoundedValidationTest {
    private static final String TOO_MUCH_WORK =
            "validation: invalid arguments: validating them takes more work than one call may cause; send less at once";
    private static final String PASSED = "unavailable: adapter db unavailable";

    @AutoClose
    private final TestCalls calls = new TestCalls(Path.of("."));

    @Test
    void patternOverALongTextEndsAtItsBudget() {
        var tool = withPattern("[a-z]{1,400}!");

        assertThat(calls.run(tool, text("a".repeat(20_000)))).startsWith("validation: validation error for field 'f'");
        assertThat(calls.run(tool, text("a".repeat(60_000)))).isEqualTo(TOO_MUCH_WORK);
    }

    /** As in the last good version of a tool, which may come from a compiler that had no such bounds. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            (a{100}){100} | a pattern has 20302 instructions, more than 1000
            LONG          | a pattern has 2049 characters, more than 2048
            DEEP          | the groups of a pattern nest deeper than 64 levels
            """)
    void patternBeyondTheLimitsOfTheCompilerIsNotCompiled(String pattern, String why) {
        var written =
                switch (pattern) {
                    case "LONG" -> "a".repeat(2_049);
                    case "DEEP" -> "(".repeat(65) + ")".repeat(65);
                    default -> pattern;
                };
        assertThatThrownBy(() -> withPattern(written)).hasMessage(why);
    }

    @Test
    void patternsOfAToolAreLimitedTogether() {
        var patterns = new TextPatterns();
        assertThatThrownBy(() -> {
                    for (var pattern = 0; pattern < 12; pattern++) {
                        patterns.compile("[a-z]{490}");
                    }
                })
                .hasMessage("its patterns have more than 10000 instructions together");
    }

    @Test
    void oversizedBoundIsNotLinked() {
        assertThatThrownBy(() -> linked(new Inputs.Declared(List.of(atLeast(new BigDecimal("1e999999999"))))))
                .hasMessage("a bound of input 'f' has more than 1000 digits");
    }

    @Test
    void ordinaryPatternReadsTheLargestRequest() {
        var tool = withPattern("^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,}$");

        assertThat(calls.run(tool, text("a".repeat(1 << 20))))
                .isEqualTo("validation: validation error for field 'f': does not match the pattern "
                        + "^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,}$");
    }

    @Test
    void recursiveSchemaEndsAtItsBudget() {
        var tool = withSchema("""
                {"type": "object", "properties": {"f": {"$ref": "#/$defs/filter"}},
                 "$defs": {"filter": {"oneOf": [
                   {"type": "object", "properties": {"not": {"$ref": "#/$defs/filter"}}, "required": ["not"]},
                   {"type": "object", "properties": {"not": {"$ref": "#/$defs/filter"}}, "required": ["not", "why"]},
                   {"type": "object", "properties": {"column": {"type": "string"}}, "required": ["column"]}]}}}
                """);

        assertThat(calls.run(tool, negated(8))).isEqualTo(PASSED);
        assertThat(calls.run(tool, negated(19))).isEqualTo(TOO_MUCH_WORK);
    }

    private static String negated(int times) {
        return "{\"f\": " + "{\"not\":".repeat(times) + "{\"column\":\"a\"}" + "}".repeat(times) + "}";
    }

    @Test
    void endedCallEndsItsValidation() {
        var tool = withPattern("[a-z]+!");
        try (var scope = CallScope.open(calls.deadlines(), 20_000);
                var out = calls.budget().open(TestCalls.MAX_RESULT)) {
            scope.end(CallScope.End.CLIENT);

            assertThat(TestCalls.run(tool, text("a".repeat(20_000)), scope, out))
                    .isEqualTo("cancelled: the call was cancelled");
        }
    }

    /** However many they are, and whenever they came: they take turns, and leave a carrier thread at each. */
    @Test
    void shortValidationOvertakesLongOnes() throws Exception {
        var slow = withPattern("[a-z]{1,100}!");
        var quick = withPattern("[a-z]+!");
        var arguments = text("a".repeat(20_000));
        var ended = new AtomicInteger();
        var started = new CountDownLatch(16);
        try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var caller = 0; caller < 16; caller++) {
                callers.submit(() -> {
                    started.countDown();
                    calls.run(slow, arguments);
                    ended.incrementAndGet();
                });
            }
            started.await();
            var honest = callers.submit(() -> {
                calls.run(quick, text("a!"));
                return ended.get();
            });

            assertThat(honest.get()).isLessThan(4);
        }
    }

    /** Otherwise calls that only wait use up the memory of the others. */
    @Test
    void longArgumentsReserveMemoryInTheirTurn() {
        var taken = new Permits(0);
        var reader = new ArgumentReader(new Inputs.Declared(List.of()), taken);
        var arguments = text("a".repeat(400_000)).getBytes(StandardCharsets.UTF_8);
        try (var scope = CallScope.open(calls.deadlines(), 20);
                var memory = calls.budget().reservation()) {
            assertThatThrownBy(() -> reader.read(new JsonSpan(arguments, 0, arguments.length), scope, memory))
                    .isInstanceOf(CallFailure.class)
                    .extracting(it -> ((CallFailure) it).stage())
                    .isEqualTo(Stage.TIMEOUT);
            assertThat(calls.budget().used()).isZero();
        }
    }

    @Test
    void sizesAreCheckedBeforePatterns() {
        var tool = withSchema("""
                {"type": "object", "properties": {
                  "f": {"pattern": "b", "maxLength": 3},
                  "g": {"items": {"pattern": "b"}, "maxItems": 1}}}
                """);

        assertThat(calls.run(tool, text("aaaa"))).contains("must be at most 3 characters long");
        assertThat(calls.run(tool, "{\"g\": [\"a\", \"a\"]}")).contains("must have at most 1 items");
    }

    /** The validator's own formats end the stack of a thread at two kilobytes. */
    @ParameterizedTest
    @ValueSource(strings = {"hostname", "email", "uri"})
    void formatOfALongTextIsLinear(String format) {
        var tool = withSchema("{'type': 'object', 'properties': {'f': {'format': '%s'}}}"
                .formatted(format)
                .replace('\'', '"'));

        assertThat(calls.run(tool, text("a.".repeat(100_000)))).startsWith("validation: ");
    }

    @Test
    void schemaDeeperThanAnyStackIsRefused() {
        var definitions = new StringBuilder();
        for (var index = 0; index < 600; index++) {
            definitions.append("\"d%d\": {\"$ref\": \"#/$defs/d%d\"},".formatted(index, index + 1));
        }
        var tool = withSchema("{\"type\": \"object\", \"$ref\": \"#/$defs/d0\", \"$defs\": {" + definitions
                + "\"d600\": {\"type\": \"object\"}}}");

        assertThat(calls.run(tool, "{}"))
                .isEqualTo("validation: invalid arguments: nested deeper than their schema can be followed");
    }

    @Test
    void itemsAreUniqueByValue() {
        var tool = withSchema("{\"type\": \"object\", \"properties\": {\"f\": {\"uniqueItems\": true}}}");

        for (var equal : List.of("1, 1.0", "\"a\", \"a\"", "{\"a\": 1, \"b\": 2}, {\"b\": 2.0, \"a\": 1}", "[], []")) {
            assertThat(calls.run(tool, "{\"f\": [0, %s]}".formatted(equal))).contains("unique");
        }
        for (var different :
                List.of("1, \"1\"", "[1, 2], [2, 1]", "{\"a\": \"1, b=2\"}, {\"a\": 1, \"b\": 2}", "null, false")) {
            assertThat(calls.run(tool, "{\"f\": [0.5, %s]}".formatted(different)))
                    .isEqualTo(PASSED);
        }
    }

    /** A choice collects the errors of its branches: one for each item that a caller sends. */
    @Test
    void errorsOfAChoiceAreLimited() {
        var check = new SchemaCheck(JsonMapper.shared().readTree("""
                {"properties": {"f": {"anyOf": [{"items": {"type": "string"}}, {"items": {"type": "boolean"}}]}}}
                """), new TextPatterns());
        var arguments = ("{\"f\": [" + "1,".repeat(5_000) + "1]}").getBytes(StandardCharsets.UTF_8);
        try (var scope = CallScope.open(calls.deadlines(), 20_000);
                var memory = calls.budget().reservation();
                var work = new ValidationWork(scope, ValidationWork.permits())) {
            assertThat(check.errors(new JsonSpan(arguments, 0, arguments.length), work, memory))
                    .hasSizeBetween(1, 100);
        }
    }

    /** Each branch lists all members for the unevaluated keyword, which remain until the evaluation ends. */
    @ParameterizedTest
    @ValueSource(strings = {"additionalProperties", "patternProperties", "contains"})
    void memoryForUnevaluatedKeywordsIsReserved(String keyword) {
        var items = keyword.equals("contains");
        var branches = "{\"%s\": %s},".formatted(keyword, keyword.startsWith("pattern") ? "{\"\": true}" : "true");
        var check = new SchemaCheck(
                JsonMapper.shared()
                        .readTree("{\"properties\": {\"f\": {\"allOf\": [%s true], \"%s\": false}}}"
                                .formatted(branches.repeat(40), items ? "unevaluatedItems" : "unevaluatedProperties")),
                new TextPatterns());
        var members = new StringBuilder();
        for (var member = 0; member < 5_000; member++) {
            members.append(items ? "1," : "\"k%d\":1,".formatted(member));
        }
        var f = items ? "[" + members + "1]" : "{" + members + "\"k\":1}";
        var arguments = ("{\"f\": " + f + "}").getBytes(StandardCharsets.UTF_8);

        assertThat(validated(check, arguments, 8 << 20))
                .startsWith("the call needs more than the 8388608 bytes that this replica has for all calls");
        assertThat(validated(check, arguments, 64 << 20)).isEqualTo("valid");
    }

    private String validated(SchemaCheck check, byte[] arguments, long limit) {
        var budget = new BufferBudget(limit);
        try (var scope = CallScope.open(calls.deadlines(), 20_000);
                var memory = budget.reservation();
                var work = new ValidationWork(scope, ValidationWork.permits())) {
            check.validate(new JsonSpan(arguments, 0, arguments.length), work, memory);
            assertThat(budget.used()).isLessThan(1 << 20);
            return "valid";
        } catch (CallFailure failure) {
            return failure.getMessage();
        }
    }

    @Test
    void errorsOfOneBranchDoNotRefuseAnother() {
        var many = "{\"f\": [" + "1,".repeat(500) + "1], \"g\": {\"a\": 1}}";
        for (var choice : List.of("anyOf", "oneOf")) {
            var tool = withSchema("""
                    {"type": "object", "%s": [
                      {"properties": {"f": {"items": {"type": "string"}}, "g": {"properties": {"b": true}}}},
                      {"properties": {"f": {"items": {"type": "integer"}}, "g": {"properties": {"a": true}}}}],
                     "not": {"properties": {"f": {"items": {"type": "boolean"}}}},
                     "unevaluatedProperties": false}
                    """.formatted(choice));

            assertThat(calls.run(tool, many)).isEqualTo(PASSED);
            assertThat(calls.run(tool, many.replace("g", "h"))).contains("unevaluated");
        }
    }

    private static String text(String value) {
        return "{\"f\": \"" + value + "\"}";
    }

    private LinkedTool withPattern(String pattern) {
        return linked(new Inputs.Declared(List.of(new Input(
                "f",
                InputType.STRING,
                Optional.empty(),
                Optional.empty(),
                false,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(pattern),
                Optional.empty()))));
    }

    private static Input atLeast(BigDecimal bound) {
        return new Input(
                "f",
                InputType.FLOAT,
                Optional.empty(),
                Optional.empty(),
                false,
                Optional.empty(),
                List.of(),
                Optional.of(bound),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private LinkedTool withSchema(String schema) {
        return linked(new Inputs.BySchema(JsonMapper.shared().readTree(schema), List.of()));
    }

    private LinkedTool linked(Inputs inputs) {
        var statement = new SqlStatement(Dialect.SQLITE, List.of(new Segment.Text("SELECT 1")));
        var leaf = new ToolLeaf(
                new LeafIdentity(LeafKind.Tool, "default", "t", "uid", 1),
                "t",
                Optional.empty(),
                Optional.empty(),
                List.of(),
                ToolLeaf.Hints.NONE,
                inputs,
                JsonMapper.shared().createObjectNode(),
                Optional.empty(),
                new Action.RunSql(TestCalls.ADAPTER, statement, ""),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        return new ActionLinker(ScriptLinker.none()).link(leaf, new LinkSettings(Map.of(), ValueSet.empty()));
    }
}
