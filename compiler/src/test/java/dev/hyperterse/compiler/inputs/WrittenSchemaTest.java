package dev.hyperterse.compiler.inputs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.problem.Problem;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class WrittenSchemaTest {
    private static final int LARGEST = 64 << 10;

    private final WrittenSchema schemas = new WrittenSchema();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type': 'object'}",
                "{'type': 'object', '$schema': 'https://json-schema.org/draft/2020-12/schema#'}",
                "{'type': 'object', 'properties': {'tree': {'$ref': '#'}}}",
                "{'type': 'object', 'properties': {'a': {'$ref': '#/$defs/b'}}, '$defs': {'b': {'type': 'string'}}}",
                "{'type': 'object', 'properties': {'a': {'$ref': '#/$defs/b'}}, '$defs': {'b': true}}",
                "{'type': 'object', 'properties': {'a': {'$ref': '#b'}}, '$defs': {'b': {'$anchor': 'b'}}}",
                "{'type': 'object', 'properties': {'$ref': {'type': 'string'}, 'pattern': {'type': 'string'}}}",
                "{'type': 'object', 'default': {'$ref': 'https://example.com', 'pattern': '(a)\\\\1'}}",
                "{'type': 'object', 'default': {'$ref': ''}}",
                "{'type': 'object', 'properties': {'a': {'type': 'string', 'x-mcp-header': 'A'}}}",
                "{'type': 'object', 'properties': {'a': {'properties': {'b': {'type': 'integer', 'x-mcp-header': 'A-b'}}}}}",
                "{'type': 'object', 'properties': {'x-mcp-header': {'type': 'number'}}, 'default': {'x-mcp-header': 7}}",
            })
    void referenceWithinTheSchemaIsAccepted(String schema) {
        assertThat(problems(schema)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "schema-of-an-object     | {'type': 'array'}",
                "schema-of-an-object     | {'type': ['object', 'null']}",
                "schema-of-an-object     | []",
                "schema-dialect          | {'type': 'object', '$schema': 'http://json-schema.org/draft-07/schema#'}",
                "schema-local            | {'type': 'object', '$ref': 'https://example.com/x.json'}",
                "schema-local            | {'type': 'object', '$ref': 'other.json#/a'}",
                "schema-local            | {'type': 'object', '$dynamicRef': 'https://example.com/x.json'}",
                "schema-local            | {'type': 'object', '$id': 'https://example.com/x.json'}",
                "schema-local            | {'type': 'object', 'not': {'anyOf': [{'$ref': 'x'}]}}",
                "schema-reference-exists | {'type': 'object', '$ref': '#/$defs/none'}",
                "schema-reference-exists | {'type': 'object', '$ref': '#none'}",
                "schema-reference-exists | {'type': 'object', 'not': {'$ref': '#/default'}, 'default': {'$ref': 'http://x'}}",
                "schema-reference-exists | {'type': 'object', 'not': {'$ref': '#a'}, 'const': {'$anchor': 'a'}}",
                "schema-reference-exists | {'type': 'object', 'not': {'$ref': '#/properties'}, 'properties': {}}",
                "pattern-is-re2          | {'type': 'object', 'properties': {'a': {'pattern': '(?=a)'}}}",
                "pattern-is-re2          | {'type': 'object', 'patternProperties': {'(a)\\\\1': {}}}",
                "schema-header-is-reachable | {'type': 'object', 'x-mcp-header': 'A'}",
                "schema-header-is-reachable | {'type': 'object', 'items': {'properties': {'a': {'type': 'string', 'x-mcp-header': 'A'}}}}",
                "schema-header-is-reachable | {'type': 'object', 'allOf': [{'properties': {'a': {'type': 'string', 'x-mcp-header': 'A'}}}]}",
                "schema-header-is-reachable | {'type': 'object', '$defs': {'a': {'type': 'string', 'x-mcp-header': 'A'}}}",
                "schema-header-is-scalar  | {'type': 'object', 'properties': {'a': {'type': 'number', 'x-mcp-header': 'A'}}}",
                "schema-header-is-scalar  | {'type': 'object', 'properties': {'a': {'type': ['string', 'null'], 'x-mcp-header': 'A'}}}",
                "schema-header-is-a-token | {'type': 'object', 'properties': {'a': {'type': 'string', 'x-mcp-header': ''}}}",
                "schema-header-is-a-token | {'type': 'object', 'properties': {'a': {'type': 'string', 'x-mcp-header': 'a b'}}}",
                "schema-header-is-a-token | {'type': 'object', 'properties': {'a': {'type': 'string', 'x-mcp-header': 7}}}",
                "schema-header-is-unique  | {'type': 'object', 'properties': {'a': {'type': 'string', 'x-mcp-header': 'A'}, 'b': {'type': 'string', 'x-mcp-header': 'a'}}}",
                "schema-is-valid         | {'type': 'object', 'minProperties': -1}",
                "schema-ends             | {'type': 'object', '$ref': '#'}",
                "schema-ends             | {'type': 'object', 'allOf': [{'$ref': '#/$defs/a'}], '$defs': {'a': {'$ref': '#'}}}",
            })
    void referenceOutsideTheSchemaIsRefused(String rule, String schema) {
        assertThat(problems(schema)).extracting(Problem::rule).contains(rule);
    }

    /** Two kilobytes that double what is evaluated at each step, 2^28 times for one value. */
    @Test
    void chainThatDoublesItsSchemasIsRefused() {
        assertThat(problems(doubled(7))).isEmpty();
        assertThat(problems(doubled(28))).extracting(Problem::rule).containsExactly("schema-breadth");
    }

    private static String doubled(int times) {
        return chain(times, "{'allOf': [{'$ref': '#/$defs/d%d'}, {'$ref': '#/$defs/d%<d'}]}");
    }

    @Test
    void chainOfManyReferencesIsRefused() {
        assertThat(problems(chain(50, "{'$ref': '#/$defs/d%d'}"))).isEmpty();
        assertThat(problems(chain(400, "{'$ref': '#/$defs/d%d'}")))
                .extracting(Problem::rule)
                .containsExactly("schema-chain");
    }

    /** Definitions that each refer to the next. */
    private static String chain(int length, String definition) {
        var definitions = new StringBuilder();
        for (var index = 0; index < length; index++) {
            definitions
                    .append("'d%d': ".formatted(index))
                    .append(definition.formatted(index + 1))
                    .append(", ");
        }
        return "{'type': 'object', '$ref': '#/$defs/d0', '$defs': {%s'd%d': {'type': 'object'}}}"
                .formatted(definitions, length);
    }

    @Test
    void patternsAreSmallAloneAndTogether() {
        assertThat(problems("{'type': 'object', 'properties': {'a': {'pattern': '((a{100}){100}){10}'}}}"))
                .extracting(Problem::rule)
                .containsExactly("pattern-size");
        var properties = IntStream.range(0, 20)
                .mapToObj("'p%d': {'pattern': 'a{400}'}"::formatted)
                .collect(Collectors.joining(", "));
        assertThat(problems("{'type': 'object', 'properties': {%s}}".formatted(properties)))
                .extracting(Problem::rule)
                .contains("patterns-together");
    }

    @Test
    void aSchemaHasAtMost64Kib() {
        var frame = "{'type':'object','description':''}".length();
        assertThat(problems(described(LARGEST - frame))).isEmpty();
        assertThat(problems(described(LARGEST - frame + 1)))
                .extracting(Problem::rule)
                .containsExactly("schema-size");
    }

    private static String described(int length) {
        return "{'type':'object','description':'%s'}".formatted("d".repeat(length));
    }

    @Test
    void aSchemaHasAtMost32Levels() {
        assertThat(problems(nested(31))).isEmpty();
        assertThat(problems(nested(32))).extracting(Problem::rule).containsExactly("schema-depth");
    }

    @Test
    void aSchemaOfManyHundredLevelsIsOnlyAProblemOfItsOwn() {
        assertThat(problems(nested(400))).extracting(Problem::rule).containsExactly("schema-depth");
    }

    /** An object, and so many within it. */
    private static String nested(int levels) {
        return "{'type':'object','not':" + "{'not':".repeat(levels - 1) + "{}" + "}".repeat(levels);
    }

    private List<Problem> problems(String schema) {
        var quoted = schema.replace('\'', '"');
        return schemas.check(JsonMapper.shared().readTree(quoted), "spec.inputSchema")
                .problems();
    }
}
