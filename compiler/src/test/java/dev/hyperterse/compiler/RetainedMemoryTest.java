package dev.hyperterse.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.resolve.ServerInputs;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What one namespace can make the operator remember, counted in values and not in bytes of a heap. */
class RetainedMemoryTest {
    private static final String SERVER = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: shop}
            spec:
              adapters:
                - {name: demo, engine: Sqlite, url: ":memory:"}
                - {name: other, engine: Mcp, url: "https://other.example.com/mcp"}
            """;

    @Test
    void itemsOfDefinitionsAreKeptWithoutTrees() {
        var definitions = IntStream.range(0, 50)
                .mapToObj("{\"name\": \"t%d\", \"inputSchema\": {\"type\": \"object\", \"examples\": [[], [], []]}}"::formatted)
                .collect(Collectors.joining(", ", "[", "]"));
        var memo = new CatalogCompiler()
                .compile(inputs("""
                        apiVersion: hyperterse.dev/v1alpha1
                        kind: Tool
                        metadata: {name: all}
                        spec:
                          serverRefs: [{name: shop}]
                          mcp: {adapter: other, definitions: {inline: '%s'}}
                        """.formatted(definitions)))
                .memo();
        assertThat(memo.expansions().values().iterator().next().items().valid().orElseThrow())
                .hasSize(50);
        assertThat(RetainedTrees.in(memo.expansions())).isZero();
    }

    @Test
    void editsOfAToolLeaveNoRulesBehind() {
        var compiler = new CatalogCompiler();
        var memo = Memo.empty();
        for (var edit = 0; edit < 40; edit++) {
            memo = compiler.compile(inputs(ruled("stock", "sku-" + edit, "inputs.item != 'x'")), memo)
                    .memo();
            assertThat(memo.rules()).as("edit %d", edit).hasSize(1);
        }
    }

    @Test
    void rulesOfAnUnchangedCatalogAreNotCompiledAgain() {
        var inputs = inputs(ruled("stock", "sku", "inputs.item != 'x'"), ruled("price", "sku", "principal.subject != 'y'"));
        var compiler = new CatalogCompiler();
        var first = compiler.compile(inputs).memo();
        var second = compiler.compile(inputs, first).memo();
        assertThat(second.rules()).hasSize(2);
        second.rules().forEach((text, rule) -> assertThat(rule)
                .as(text.expression())
                .isSameAs(first.rules().get(text)));
    }

    @Test
    void aRuleThatReadsNoInputsIsCompiledOnceForAllDefinitions() {
        var tools = IntStream.range(0, 20)
                .mapToObj(number -> ruled("tool-" + number, "input " + number, "'x-team' in headers"))
                .toArray(String[]::new);
        var compiled = new CatalogCompiler().compile(inputs(tools));
        assertThat(compiled.served()).hasSize(20);
        assertThat(compiled.memo().rules()).hasSize(1);
    }

    private static String ruled(String name, String description, String rule) {
        return """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: %s}
                spec:
                  serverRefs: [{name: shop}]
                  inputSchema: {type: object, properties: {item: {type: string, description: "%s"}}}
                  auth: {plugin: allow_all, rules: [{name: r, expression: "%s"}]}
                  statement: {adapter: demo, text: {inline: SELECT 1}}
                """.formatted(name, description, rule);
    }

    private static ServerInputs inputs(String... tools) {
        var texts = new ArrayList<>(List.of(SERVER));
        texts.addAll(List.of(tools));
        return Manifests.read(texts.toArray(String[]::new)).inputs();
    }
}
