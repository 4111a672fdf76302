package dev.hyperterse.calls.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.JsonSpan;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.runtime.tool.TestCalls;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The values that each type accepts, and the messages for those that it refuses. */
class ArgumentReaderTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            STRING   | "a"                          | a
            STRING   | "\\ud83d\\ude00"               | 😀
            STRING   | 42                           | 42
            STRING   | 1.50                         | 1.50
            STRING   | true                         | true
            INT      | 42                           | 42
            INT      | 1.0                          | 1
            INT      | 1e3                          | 1000
            INT      | "-7"                         | -7
            INT      | 9223372036854775807          | 9223372036854775807
            INT      | -9223372036854775808         | -9223372036854775808
            FLOAT    | 0.10000000000000000001       | 0.10000000000000000001
            FLOAT    | "2.5"                        | 2.5
            FLOAT    | 3                            | 3
            BOOLEAN  | true                         | true
            BOOLEAN  | "T"                          | true
            BOOLEAN  | "False"                      | false
            BOOLEAN  | 0                            | false
            BOOLEAN  | 0.5                          | true
            DATETIME | "2025-01-02"                 | 2025-01-02
            DATETIME | "2025-01-02 10:11:12"        | 2025-01-02 10:11:12
            DATETIME | "2025-01-02T10:11:12"        | 2025-01-02T10:11:12
            DATETIME | "2025-01-02 10:11:12.25"     | 2025-01-02 10:11:12.25
            DATETIME | "2025-01-02T10:11:12.5+02:00" | 2025-01-02T10:11:12.5+02:00
            DATETIME | "9999-12-31T23:59:59+05:00"  | 9999-12-31T23:59:59+05:00
            OBJECT   | {"a": [1.10, null, {"b": "c"}]} | {"a":[1.10,null,{"b":"c"}]}
            ARRAY    | [1, 2]                       | [1,2]
            """)
    void validValuesAreAccepted(InputType type, String json, String value) {
        assertThat(read(TestCalls.input("f", type, false), "{\"f\": " + json + "}"))
                .extracting(String::valueOf)
                .containsExactly(value);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            STRING   | {"a":1}                      | type validation failed: cannot convert an object to string
            STRING   | [1]                          | type validation failed: cannot convert an array to string
            STRING   | null                         | required input 'f' is null
            STRING   | "a\\u0000b"                   | type validation failed: text must not contain the character NUL
            INT      | 1.9                          | type validation failed: cannot convert '1.9' to int
            INT      | 9223372036854775808          | type validation failed: cannot convert '9223372036854775808' to int
            INT      | 1e1000000                    | type validation failed: cannot convert '1e1000000' to int
            INT      | "x y"                        | type validation failed: cannot convert 'x y' to int
            INT      | true                         | type validation failed: cannot convert a boolean to int
            FLOAT    | "NaN"                        | type validation failed: cannot convert 'NaN' to float
            FLOAT    | 1e999999999                  | type validation failed: cannot convert '1e999999999' to float
            BOOLEAN  | "yes"                        | type validation failed: cannot convert 'yes' to boolean
            DATETIME | "2025-02-30"                 | type validation failed: cannot parse '2025-02-30' as datetime; write it like 2006-01-02T15:04:05Z, 2006-01-02T15:04:05+02:00, 2006-01-02T15:04:05 or 2006-01-02
            DATETIME | "2025-01-02T10:11"           | type validation failed: cannot parse '2025-01-02T10:11' as datetime; write it like 2006-01-02T15:04:05Z, 2006-01-02T15:04:05+02:00, 2006-01-02T15:04:05 or 2006-01-02
            DATETIME | "9999-12-31T23:59:59-05:00"  | type validation failed: cannot parse '9999-12-31T23:59:59-05:00' as datetime; write it like 2006-01-02T15:04:05Z, 2006-01-02T15:04:05+02:00, 2006-01-02T15:04:05 or 2006-01-02
            DATETIME | 5                            | type validation failed: cannot convert a number to datetime
            OBJECT   | [1]                          | type validation failed: cannot convert an array to object
            OBJECT   | {"a":"\\u0000"}               | type validation failed: text must not contain the character NUL
            """)
    void invalidValuesAreRefused(InputType type, String json, String why) {
        assertThatThrownBy(() -> read(TestCalls.input("f", type, false), "{\"f\": " + json + "}"))
                .hasMessage("validation error for field 'f': " + why);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}                        | validation error for field 'f': required input 'f' is missing
            {"f": "a", "g": 1}        | validation error for field 'g': unknown input field 'g'
            {"f": "a", "f": "b"}      | invalid arguments: Duplicate Object property "f"
            [1]                       | invalid arguments: not a JSON object
            {"f": "a"} 1              | invalid arguments: not one JSON object
            """)
    void objectOfArgumentsIsChecked(String json, String message) {
        assertThatThrownBy(() -> read(TestCalls.input("f", InputType.STRING, false), json))
                .hasMessage(message);
    }

    @Test
    void everyInvalidArgumentIsReported() {
        var reader = reader(new Inputs.Declared(List.of(
                TestCalls.input("a", InputType.INT, false),
                TestCalls.input("b", InputType.STRING, false),
                TestCalls.input("c", InputType.OBJECT, false),
                TestCalls.list("d", InputType.INT),
                TestCalls.input("e", InputType.INT, false))));

        assertThatThrownBy(
                        () -> read(
                                reader,
                                "{\"b\": [1, {\"a\": [2]}], \"a\": \"x\", \"d\": [1, [2], 3], \"f\": {\"g\": [1]}, \"c\": {\"n\": 1}}"))
                .hasMessage("""
                        validation error for field 'b': type validation failed: cannot convert an array to string; \
                        field 'a': type validation failed: cannot convert 'x' to int; \
                        field 'd[1]': type validation failed: cannot convert an array to int; \
                        field 'f': unknown input field 'f'; \
                        field 'e': required input 'e' is missing""")
                .isInstanceOfSatisfying(CallFailure.class, failure -> assertThat(failure.stage())
                        .isEqualTo(Stage.VALIDATION));
    }

    @Test
    void reportOfInvalidArgumentsIsBounded() {
        var json = new StringBuilder("{\"f\": 1");
        for (var number = 0; number < 1_000; number++) {
            json.append(",\"x").append(number).append("\": 1");
        }

        assertThatThrownBy(() -> read(
                        reader(new Inputs.Declared(List.of(TestCalls.input("f", InputType.INT, false)))),
                        json.append('}').toString()))
                .hasMessageStartingWith("validation error for field 'x0': unknown input field 'x0'; field 'x1': ")
                .hasMessageEndingWith("; field 'x9': unknown input field 'x9'; and 990 more");
    }

    @Test
    void faultsBeforeADuplicateAreReportedWithIt() {
        assertThatThrownBy(() -> read(
                        TestCalls.input("f", InputType.INT, false), "{\"f\": [1, {\"a\": 2}], \"g\": 1, \"f\": 2}"))
                .hasMessage("validation error for field 'f': type validation failed: cannot convert an array to int; "
                        + "field 'g': unknown input field 'g'; Duplicate Object property \"f\"");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            INT      |           |       | [1, 2, "x"]     | f[2] | type validation failed: cannot convert 'x' to int
            INT      |           |       | [1, null]       | f[1] | type validation failed: an item is null
            DATETIME |           |       | ["2025"]        | f[0] | type validation failed: cannot parse '2025' as datetime; write it like 2006-01-02T15:04:05Z, 2006-01-02T15:04:05+02:00, 2006-01-02T15:04:05 or 2006-01-02
            STRING   | choices   | ["a"] | ["a", "a", "b"] | f[2] | must be one of: a
            STRING   | pattern   | b+    | ["b", "a"]      | f[1] | does not match the pattern b+
            STRING   | minLength | 3     | ["b", "a"]      | f    | must have at least 3 items
            """)
    void invalidItemIsNamedByItsIndex(
            InputType items, String bound, String value, String json, String field, String why) {
        var input = bounded(InputType.ARRAY, String.valueOf(bound), value, Optional.of(items));

        assertThatThrownBy(() -> read(input, "{\"f\": " + json + "}"))
                .hasMessage("validation error for field '" + field + "': " + why);
    }

    @Test
    void itemOfAnAuthorsSchemaIsNamedByItsPath() {
        var schema = json("""
                {"type": "object", "properties": {"f": {"type": "array",
                 "items": {"type": "object", "properties": {"n": {"type": "integer"}}}}}}
                """);
        var reader = reader(new Inputs.BySchema(schema, List.of(TestCalls.input("f", InputType.ARRAY, true))));

        assertThatThrownBy(() -> read(reader, "{\"f\": [{\"n\": 1}, {\"n\": \"x\"}]}"))
                .hasMessageStartingWith("validation error for field 'f[1].n': ");
    }

    /** The parser's own words name its classes and settings. */
    @Test
    void overlyNestedArgumentsHaveAPlainMessage() {
        var nested = "{\"a\":".repeat(70) + "1" + "}".repeat(70);

        assertThatThrownBy(() -> read(TestCalls.input("f", InputType.OBJECT, false), "{\"f\": " + nested + "}"))
                .hasMessage("invalid arguments: nested deeper than 64 levels, or with a name that is too long");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            INT    | minimum   | 5                | 5          | 4              | must be at least 5
            FLOAT  | maximum   | 0.5              | 0.50       | 0.51           | must be at most 0.5
            STRING | minLength | 2                | "😀😀"     | "😀"           | must have at least 2 characters
            STRING | maxLength | 1                | "😀"       | "ab"           | must have at most 1 characters
            STRING | pattern   | b+               | "abc"      | "ac"           | does not match the pattern b+
            STRING | format    | uuid             | "a3bb189e-8bf9-3888-9912-ace4e6543002" | "a3bb" | is not a valid uuid; write it like 123e4567-e89b-12d3-a456-426614174000
            STRING | format    | email            | "a@b.example" | "a b"       | is not a valid email
            STRING | format    | ipv4             | "10.0.0.1" | "10.0.0.256"   | is not a valid ipv4
            STRING | format    | ipv6             | "::1"      | "1::2::3"      | is not a valid ipv6
            STRING | format    | ipv6             | "::ffff:10.0.0.1" | "12345::" | is not a valid ipv6
            STRING | format    | uri              | "https://a/b?c" | "/b"      | is not a valid uri; write it like https://example.com
            STRING | format    | hostname         | "a-b.example" | "-a"        | is not a valid hostname
            STRING | format    | date             | "2025-01-02" | "2025-1-2"   | is not a valid date; write it like 2006-01-02
            STRING | choices   | ["a","b"]        | "b"        | "c"            | must be one of: a, b
            INT    | choices   | [1,2]            | 2.0        | 3              | must be one of: 1, 2
            FLOAT  | choices   | [1.5]            | 1.50       | 1.51           | must be one of: 1.5
            """)
    void boundsAreChecked(InputType type, String bound, String value, String good, String bad, String why) {
        var input = bounded(type, bound, value);
        assertThat(read(input, "{\"f\": " + good + "}")).hasSize(1);
        assertThatThrownBy(() -> read(input, "{\"f\": " + bad + "}"))
                .hasMessage("validation error for field 'f': " + why);
    }

    @Test
    void listsAreLimitedAndHoldNoNull() {
        var numbers = TestCalls.list("f", InputType.INT);
        assertThat(read(numbers, "{\"f\": [1, \"2\", 3.0]}")).containsExactly(List.of(1L, 2L, 3L));
        assertThatThrownBy(() -> read(numbers, "{\"f\": [null]}")).hasMessageContaining("an item is null");
        var many = "{\"f\": [" + "1,".repeat(1000) + "1]}";
        assertThatThrownBy(() -> read(numbers, many)).hasMessageContaining("more than 1000 items");
    }

    @Test
    void absentMeansTheDefaultAndNullMeansNull() {
        var input = new Input(
                "f",
                InputType.INT,
                Optional.empty(),
                Optional.empty(),
                true,
                Optional.of(json("7")),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        assertThat(read(input, "{}")).containsExactly(7L);
        assertThat(read(input, "{\"f\": null}")).containsExactly((Object) null);
    }

    @Test
    void schemaOfTheAuthorDecidesEverythingButTheType() {
        var schema = json("""
                {"type": "object", "required": ["f"], "additionalProperties": false,
                 "properties": {"f": {"type": "integer", "multipleOf": 5}, "g": {"type": "string", "pattern": "^(a+)+$"}}}
                """);
        var reader = reader(new Inputs.BySchema(
                schema,
                List.of(TestCalls.input("f", InputType.INT, true), TestCalls.input("g", InputType.STRING, true))));
        assertThat(read(reader, "{\"f\": 10, \"g\": \"aa\"}")).containsExactly(10L, "aa");
        assertThatThrownBy(() -> read(reader, "{\"f\": 11}")).hasMessageStartingWith("validation error for field 'f'");
        assertThatThrownBy(() -> read(reader, "{}")).isInstanceOf(CallFailure.class);
        assertThatThrownBy(() -> read(reader, "{\"f\": 5, \"x\": 1}")).isInstanceOf(CallFailure.class);
        // Catastrophic for a backtracking engine.
        assertThatThrownBy(() -> read(reader, "{\"f\": 5, \"g\": \"" + "a".repeat(5000) + "!\"}"))
                .isInstanceOf(CallFailure.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "\"text\"", "true", "{\"a\":[1,null]}", "[1,true,null,{\"b\":\"c\"}]"})
    void valueOfNoSingleTypeIsPassedOnAsItIs(String value) {
        var schema = json("{\"type\": \"object\", \"properties\": {\"f\": {}}}");
        var reader = reader(new Inputs.BySchema(schema, List.of(TestCalls.input("f", InputType.OBJECT, true))));
        assertThat(read(reader, "{\"f\": %s}".formatted(value))[0]).hasToString(value);

        if (value.startsWith("[")) {
            var list = json("{\"type\": \"object\", \"properties\": {\"f\": {\"type\": \"array\"}}}");
            var lists = reader(new Inputs.BySchema(list, List.of(TestCalls.input("f", InputType.ARRAY, true))));
            assertThat(read(lists, "{\"f\": %s}".formatted(value))[0]).hasToString(value);
        }
    }

    /** As schemas for clients have it that want every property to be required. */
    @Test
    void nullIsAValueIfTheSchemaOfTheAuthorAllowsIt() {
        var schema = json("""
                {"type": "object", "required": ["f", "g"],
                 "properties": {"f": {"type": ["integer", "null"], "minimum": 0}, "g": {"type": "integer"}}}
                """);
        var reader = reader(new Inputs.BySchema(
                schema,
                List.of(TestCalls.input("f", InputType.INT, false), TestCalls.input("g", InputType.INT, false))));
        assertThat(read(reader, "{\"f\": null, \"g\": 1}")).containsExactly(null, 1L);
        assertThatThrownBy(() -> read(reader, "{\"g\": 1}")).isInstanceOf(CallFailure.class);
        assertThatThrownBy(() -> read(reader, "{\"f\": 1, \"g\": null}")).isInstanceOf(CallFailure.class);
    }

    private static Input bounded(InputType type, String bound, String value) {
        return bounded(type, bound, value, Optional.empty());
    }

    private static Input bounded(InputType type, String bound, String value, Optional<InputType> items) {
        return new Input(
                "f",
                type,
                items,
                Optional.empty(),
                false,
                Optional.empty(),
                bound.equals("choices") ? json(value).valueStream().toList() : List.of(),
                when(bound, "minimum", value).map(BigDecimal::new),
                when(bound, "maximum", value).map(BigDecimal::new),
                when(bound, "minLength", value).map(Integer::valueOf),
                when(bound, "maxLength", value).map(Integer::valueOf),
                when(bound, "pattern", value),
                when(bound, "format", value));
    }

    private static Optional<String> when(String bound, String name, String value) {
        return bound.equals(name) ? Optional.of(value) : Optional.empty();
    }

    private static List<Object> read(Input input, String json) {
        return Arrays.asList(read(reader(new Inputs.Declared(List.of(input))), json));
    }

    private static ArgumentReader reader(Inputs inputs) {
        return new ArgumentReader(inputs, ValidationWork.permits());
    }

    private static Object[] read(ArgumentReader reader, String json) {
        try (var deadlines = new DeadlineTimer();
                var scope = CallScope.open(deadlines, 20_000);
                var memory = new BufferBudget(1 << 20).reservation()) {
            return reader.read(span(json), scope, memory);
        }
    }

    private static JsonSpan span(String json) {
        // Not at the start of its buffer, as in a request.
        var bytes = ("prefix" + json + "suffix").getBytes(StandardCharsets.UTF_8);
        return new JsonSpan(bytes, 6, bytes.length - 6);
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }
}
