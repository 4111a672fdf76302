package dev.hyperterse.compiler.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.hyperterse.compiler.items.Item;
import dev.hyperterse.compiler.items.ItemSource;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.crds.ApiSerialization;
import dev.hyperterse.crds.v1alpha1.McpResourceSpec;
import dev.hyperterse.crds.v1alpha1.PromptSpec;
import dev.hyperterse.crds.v1alpha1.ToolSpec;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The definitions that become items, and how these are called. */
class UpstreamItemsTest {
    @ParameterizedTest
    @CsvSource({"Tool, tools", "Prompt, prompts", "Resource, resources", "Resource, resourceTemplates"})
    void moreDefinitionsThanAnObjectTakesAreRefused(String kind, String list) {
        assertThat(items(kind, document(list, 512)).valid().orElseThrow()).hasSize(512);
        assertThat(items(kind, document(list, 513)).problems())
                .extracting(Problem::message, Problem::remedy)
                .containsExactly(tuple(
                        "513 definitions are selected, and one %s brings at most 512".formatted(kind),
                        "narrow spec.mcp.select, or write several %ss with the same definitions".formatted(kind)));
    }

    @Test
    void resourcesAndTemplatesShareTheRoomOfAnObject() {
        var both = "{%s, %s}".formatted(list("resources", 500), list("resourceTemplates", 13));
        assertThat(items("Resource", both).problems()).extracting(Problem::rule).containsExactly("upstream-items");
    }

    /** Dropped, an override that suspends nothing would leave its author believing that it does. */
    @Test
    void nameWrittenInAnotherWayIsReportedBesideTheDefinitionThatItMeans() {
        var overrides = List.of(Map.of("tool", "delete pet", "suspend", true));
        var section = Map.of(
                "mcp", Map.of("adapter", "tickets", "definitions", Map.of("inline", "{}"), "overrides", overrides));
        var items = UpstreamItems.of(ApiSerialization.mapper().convertValue(section, ToolSpec.class))
                .orElseThrow()
                .items("{\"tools\": [{\"name\": \"delete-pet\", \"inputSchema\": {}}]}")
                .valid()
                .orElseThrow();
        assertThat(items).extracting(Item::name).containsExactly("delete-pet", "delete-pet-2");
        assertThat(items.getFirst().spec().problems()).isEmpty();
        assertThat(items.getLast().spec().problems()).singleElement().satisfies(it -> {
            assertThat(it.message()).isEqualTo("the definitions have the tool 'delete-pet' in another spelling");
            assertThat(it.failsClosed()).isTrue();
        });
    }

    /** A list without a name is that of tools, as earlier imports wrote it. */
    @ParameterizedTest
    @CsvSource({"Tool, ''", "Prompt, prompts", "Resource, resources or resourceTemplates"})
    void eachKindReadsItsOwnLists(String kind, String missing) {
        var problems = items(kind, "[{\"name\": \"a\", \"inputSchema\": {}}]").problems();
        assertThat(problems)
                .extracting(Problem::message)
                .isEqualTo(
                        missing.isEmpty()
                                ? List.of()
                                : List.of("the definitions cannot be read: it has no list of " + missing));
    }

    @Test
    void itemsOfLongUrisHaveNamesOfTheirOwn() {
        var long1 = "docs://" + "a/".repeat(500);
        var uris = List.of(long1 + "b", long1 + "c", "docs://a/b", "docs://a-b", "docs:/" + "/".repeat(9));
        var listed = uris.stream()
                .map("{\"uri\": \"%s\", \"name\": \"n\"}"::formatted)
                .collect(Collectors.joining(", ", "{\"resources\": [", "]}"));
        var items = items("Resource", listed).valid().orElseThrow();
        assertThat(items).extracting(Item::name).doesNotHaveDuplicates().allSatisfy(name -> assertThat(name)
                .matches("[A-Za-z0-9_.-]+")
                .hasSizeLessThanOrEqualTo(Bounds.TOOL_NAME));
        assertThat(items.getFirst().origin()).hasSize(256);
        assertThat(items.get(2).origin()).isEqualTo("docs://a/b");
    }

    /** It may be larger than a double. */
    @Test
    void priorityBeyondAllBoundsTakesNoResourceAway() {
        var listed =
                "{\"resources\": [{\"uri\": \"docs://a\", \"name\": \"n\", \"annotations\": {\"priority\": 1e999}}]}";
        assertThat(items("Resource", listed).valid().orElseThrow())
                .singleElement()
                .satisfies(item -> assertThat(item.spec().problems()).isEmpty());
    }

    /** What no model reads in a definition may be read in a status. */
    @Test
    void uriThatIsNotVisibleIsNotShown() {
        var item = items("Resource", "{\"resources\": [{\"uri\": \"docs://a\u202Eb\", \"name\": \"n\"}]}")
                .valid()
                .orElseThrow()
                .getFirst();
        assertThat(item.origin()).isEqualTo("docs://a-b");
        assertThat(item.spec().problems()).extracting(Problem::rule).containsExactly("upstream-text");
    }

    private static String document(String list, int count) {
        return "{%s}".formatted(list(list, count));
    }

    private static String list(String list, int count) {
        return IntStream.range(0, count)
                .mapToObj("n%d"::formatted)
                .map(name -> """
                        {"name": "%1$s", "uri": "docs://%1$s", "uriTemplate": "docs://%1$s/{id}", "inputSchema": {}}""".formatted(name))
                .collect(Collectors.joining(", ", "\"%s\": [".formatted(list), "]"));
    }

    private static Checked<List<Item>> items(String kind, String document) {
        return source(kind).items(document);
    }

    private static ItemSource source(String kind) {
        var section = Map.of("mcp", Map.of("adapter", "tickets", "definitions", Map.of("inline", "{}")));
        var mapper = ApiSerialization.mapper();
        return (switch (kind) {
                    case "Prompt" -> UpstreamItems.of(mapper.convertValue(section, PromptSpec.class));
                    case "Resource" -> UpstreamItems.of(mapper.convertValue(section, McpResourceSpec.class));
                    default -> UpstreamItems.of(mapper.convertValue(section, ToolSpec.class));
                })
                .orElseThrow();
    }
}
