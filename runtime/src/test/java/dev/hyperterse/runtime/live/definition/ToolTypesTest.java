package dev.hyperterse.runtime.live.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.runtime.live.Leaves;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Types of tools for the authors of programs. */
class ToolTypesTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {"type":"object"} | Record<string, any>
            {"type":"object","additionalProperties":false} | {}
            {"type":"object","properties":{"a":{"type":"integer"},"b-c":{"type":"string"}},"required":["a"]} | { a: number; 'b-c'?: string }
            {"type":"object","properties":{"a":{"enum":["x","y"]},"b":{"type":["string","null"]}}} | { a?: "x" or "y"; b?: string or null }
            {"type":"object","properties":{"a":{"type":"array","items":{"anyOf":[{"type":"string"},{"type":"number"}]}}}} | { a?: (string or number)[] }
            {"type":"object","properties":{"a":{"$ref":"#/x"},"b":{"const":7},"c":true}} | { a?: any; b?: 7; c?: any }
            """)
    void schemasBecomeTypes(String schema, String type) {
        assertThat(ToolTypes.of(List.of(tool("t", "", schema))))
                .contains("  t(inputs%s: %s): Promise<"
                        .formatted(schema.contains("required") ? "" : "?", type.replace(" or ", " | ")));
    }

    @Test
    void deepSchemasEnd() {
        var deep = "{\"type\":\"object\",\"properties\":{\"a\":".repeat(50) + "true" + "}}".repeat(50);
        assertThat(ToolTypes.of(List.of(tool("t", "", deep)))).contains("any").hasSizeLessThan(200);
    }

    @Test
    void rowsAreListsInEveryShape() {
        var rows = Leaves.json(
                "{\"type\":\"object\",\"properties\":{\"rows\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}}}}}}");
        assertThat(ToolTypes.of(List.of(Leaves.tool("t", "Counts", Optional.of(rows)))))
                .contains("Promise<{ n?: number }[]>");
        assertThat(ToolTypes.of(List.of(Leaves.tool("t", "Counts")))).contains("Promise<Record<string, any>[]>");
    }

    @Test
    void descriptionEndsNoComment() {
        assertThat(ToolTypes.of(List.of(tool("t", "a */ b\n c" + "x".repeat(400), "{}"))))
                .contains("/** a * / b c" + "x")
                .contains("... May change data. */");
    }

    @Test
    void whatHasNoRoomIsCounted() {
        var many = IntStream.range(0, 500)
                .mapToObj(number -> tool("tool-" + number, "x".repeat(200), "{\"type\":\"object\"}"))
                .toList();
        assertThat(ToolTypes.of(many)).hasSizeLessThan(33_000).containsPattern("// and \\d+ more: describe them by");
    }

    @Test
    void exampleCallHasWhatIsRequired() {
        assertThat(
                        ToolTypes.call(
                                tool(
                                        "list-orders",
                                        "",
                                        "{\"type\":\"object\",\"properties\":{\"who\":{\"type\":\"string\"},\"n\":{\"type\":\"integer\"},\"x\":{}},\"required\":[\"who\",\"n\",\"x\"]}")))
                .isEqualTo("tools['list-orders']({who: '...', n: 1, x: ...})");
        assertThat(ToolTypes.call(tool("orders", "", "{\"type\":\"object\"}"))).isEqualTo("tools.orders()");
    }

    private static ToolLeaf tool(String name, String description, String schema) {
        return Leaves.tool(name, description).with(draft -> draft.inputSchema = Leaves.json(schema));
    }
}
