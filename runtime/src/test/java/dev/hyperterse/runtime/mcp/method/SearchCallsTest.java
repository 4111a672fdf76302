package dev.hyperterse.runtime.mcp.method;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.catalog.server.search.HitMember;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The description of a tool in results of {@code search}. */
class SearchCallsTest {
    private static final ToolLeaf FILMS = films();

    @Test
    void hitHasTheMembersThatTheServerNamesAsToolsListHasThem() throws Exception {
        var server = Servers.searching().with(Exposure.SearchAndDirect);
        var hits = List.of(HitMember.InputSchema, HitMember.OutputSchema, HitMember.Annotations);
        try (var endpoint = new TestEndpoint(server.withHits(hits).catalog(1, FILMS))) {
            var hit = hits(endpoint, "films").get(0);
            var listed = endpoint.call("tools/list", "{}")
                    .at("/result/tools")
                    .valueStream()
                    .filter(tool -> tool.get("name").stringValue().equals("films"))
                    .findFirst()
                    .orElseThrow();

            for (var member : List.of("name", "title", "description", "inputSchema", "outputSchema", "annotations")) {
                assertThat(hit.get(member)).as(member).isEqualTo(listed.get(member));
            }
            assertThat(hit.has("statement")).isFalse();
            assertThat(hit.has("inputs")).isFalse();
        }
    }

    @Test
    void hitSaysItsInputsOnce() throws Exception {
        try (var endpoint = new TestEndpoint(Servers.searching().catalog(1, FILMS))) {
            var hit = hits(endpoint, "films").get(0);

            assertThat(hit.propertyNames())
                    .containsExactly("name", "relevance_score", "title", "description", "statement", "inputs");
            assertThat(hit.get("relevance_score").intValue()).isEqualTo(100);
            assertThat(hit.get("statement").stringValue()).isEqualTo("SELECT \"title\" FROM films");
            assertThat(hit.get("inputs")).isEqualTo(Leaves.json("""
                    [{"name": "genre", "type": "string", "optional": false, "enum": ["noir", "western", "romance"]},
                     {"name": "place", "type": "string", "optional": true, "const": "cinema"},
                     {"name": "by", "type": "string", "optional": true, "title": "Distributor", "minLength": 1, "pattern": "^[a-z\\"]+$"},
                     {"name": "contact", "type": "string", "optional": true, "format": "email"},
                     {"name": "near", "type": "array", "optional": true, "items": {"type": "object", "properties": {
                       "postcode": {"type": "string", "description": "The neighbourhood"}}}}]
                    """));
        }
    }

    /**
     * What entries of inputs cannot say: that others are taken too, a reference, several types, what inputs have to do with
     * each other.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"integer\"}}}",
                "{\"type\":\"object\",\"additionalProperties\":false,\"properties\":{\"id\":{\"$ref\":\"#/$defs/id\"}},\"$defs\":{\"id\":{\"type\":\"integer\"}}}",
                "{\"type\":\"object\",\"additionalProperties\":false,\"properties\":{\"id\":{\"type\":[\"integer\",\"string\"]}}}",
                "{\"type\":\"object\",\"additionalProperties\":false,\"properties\":{\"id\":{\"type\":\"integer\"}},\"minProperties\":1}"
            })
    void schemaThatSaysMoreThanItsInputsIsShownAsAWhole(String schema) throws Exception {
        var leaf = Leaves.tool("films", "Films").with(draft -> draft.inputSchema = Leaves.json(schema));
        try (var endpoint = new TestEndpoint(Servers.searching().catalog(1, leaf))) {
            var hit = hits(endpoint, "films").get(0);

            assertThat(hit.get("inputSchema")).isEqualTo(Leaves.json(schema));
            assertThat(hit.at("/inputs/0/name").stringValue()).isEqualTo("id");
            assertThat(hit.at("/inputs/0").propertyNames()).doesNotContain("$ref");
        }
    }

    /** An enum value, a constant, the title of an input, a format, an input inside another one and what it is for. */
    @ParameterizedTest
    @ValueSource(strings = {"noir", "cinema", "Distributor", "email", "postcode", "neighbourhood"})
    void toolIsFoundByTheWordsOfItsInputSchema(String word) throws Exception {
        try (var endpoint =
                new TestEndpoint(Servers.searching().catalog(1, FILMS, Leaves.tool("books", "Books on a shelf")))) {
            var hits = hits(endpoint, word);

            assertThat(hits.valueStream().map(hit -> hit.get("name").stringValue()))
                    .containsExactly("films");
        }
    }

    private static JsonNode hits(TestEndpoint endpoint, String query) throws Exception {
        var answer = endpoint.call("tools/call", "{\"name\":\"search\",\"arguments\":{\"query\":\"" + query + "\"}}");
        return Leaves.json(answer.at("/result/content/0/text").stringValue());
    }

    private static ToolLeaf films() {
        var leaf = Leaves.tool(
                "films",
                "Films \"on\" show\\n",
                Optional.of(Leaves.json("{\"type\":\"object\",\"properties\":{\"rows\":{\"type\":\"array\"}}}")));
        return leaf.with(draft -> {
            draft.title = Optional.of("Films on show");
            draft.hints = new ToolLeaf.Hints(Optional.of(true), Optional.empty(), Optional.of(true), Optional.empty());
            draft.inputs = new Inputs.Declared(List.of(
                    Input.of("genre", InputType.STRING, false),
                    Input.of("place", InputType.STRING, true),
                    Input.of("by", InputType.STRING, true),
                    Input.of("contact", InputType.STRING, true),
                    Input.of("near", InputType.ARRAY, true)));
            draft.inputSchema = Leaves.json("""
                        {"type": "object", "additionalProperties": false, "required": ["genre"], "properties": {
                          "genre": {"type": "string", "enum": ["noir", "western", "romance"]},
                          "place": {"const": "cinema"},
                          "by": {"type": "string", "title": "Distributor", "minLength": 1, "pattern": "^[a-z\\"]+$"},
                          "contact": {"type": "string", "format": "email"},
                          "near": {"type": "array", "items": {"type": "object", "properties": {
                            "postcode": {"type": "string", "description": "The neighbourhood"}}}}}}
                        """);
            draft.action = Leaves.sql("SELECT \"title\" FROM films");
        });
    }
}
