package dev.hyperterse.runtime.mcp.method;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.server.Exposure;
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
    void hitDescribesItsToolAsToolsListDoes() throws Exception {
        var server = Servers.searching().with(Exposure.SearchAndDirect);
        try (var endpoint = new TestEndpoint(server.catalog(1, FILMS))) {
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
            assertThat(hit.at("/inputSchema/properties/genre/enum")).hasSize(3);
        }
    }

    @Test
    void hitKeepsItsFormerMembers() throws Exception {
        try (var endpoint = new TestEndpoint(Servers.searching().catalog(1, FILMS))) {
            var hit = hits(endpoint, "films").get(0);

            assertThat(hit.get("relevance_score").intValue()).isEqualTo(100);
            assertThat(hit.get("statement").stringValue()).isEqualTo("SELECT \"title\" FROM films");
            assertThat(hit.get("inputs"))
                    .isEqualTo(Leaves.json("[{\"name\":\"id\",\"type\":\"int\",\"optional\":true,"
                            + "\"description\":\"which one\"}]"));
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
            draft.inputSchema = Leaves.json("""
                        {"type": "object", "required": ["genre"], "properties": {
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
