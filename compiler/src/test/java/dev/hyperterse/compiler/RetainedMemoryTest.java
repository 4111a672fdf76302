package dev.hyperterse.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.encoding.SlotPacking;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.ServerInputs;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
                - {name: web, engine: Http, url: "https://web.example.com"}
            """;

    @Test
    void aServerIsKeptWithoutTrees() {
        var server = Manifests.read("""
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {name: shop}
                spec: {workload: {podTemplate: {spec: {affinity: {podAntiAffinity: {}}}}}}
                """).inputs().server();
        assertThat(server.getSpec().workload().orElseThrow().podTemplate()).isPresent();
        assertThat(RetainedTrees.in(server.getSpec())).isZero();
    }

    @Test
    void itemsOfDefinitionsAreKeptWithoutTrees() {
        var definitions = IntStream.range(0, 50)
                .mapToObj(
                        "{\"name\": \"t%d\", \"inputSchema\": {\"type\": \"object\", \"examples\": [[], [], []]}}"
                                ::formatted)
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
        assertThat(memo.expansions()
                        .values()
                        .iterator()
                        .next()
                        .items()
                        .orElseThrow()
                        .valid()
                        .orElseThrow())
                .hasSize(50);
        assertThat(RetainedTrees.in(memo.expansions())).isZero();
    }

    /** Each operation has the text that a short document has once. */
    @Test
    void itemsOfOneNamespaceHaveARoomTogether() {
        var paths = IntStream.range(0, 120).mapToObj("""
                        "/p%d": {"post": {"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}}}}}"""::formatted).collect(Collectors.joining(",\n"));
        var document = """
                {"openapi": "3.1.0", "paths": {%s}, "components": {"schemas": {"A": {"type": "string", "title": "%s"}}}}
                """.formatted(paths, "x".repeat(60_000));
        var tools = IntStream.range(0, 4)
                .mapToObj(number -> """
                        apiVersion: hyperterse.dev/v1alpha1
                        kind: Tool
                        metadata: {name: api-%d, creationTimestamp: "2026-01-0%dT00:00:00Z"}
                        spec:
                          serverRefs: [{name: shop}]
                          openapi: {adapter: web, prefix: "n%d-", document: {inline: '%s'}}
                        """.formatted(number, 9 - number, number, document))
                .toArray(String[]::new);
        var compiler = new CatalogCompiler();
        var inputs = inputs(tools);
        var compiled = compiler.compile(inputs);
        assertThat(refused(compiled)).containsExactly("api-0", "api-1");
        assertThat(compiled.memo().expansions().values())
                .filteredOn(it -> it.items().isEmpty())
                .hasSize(2);
        assertThat(refused(compiler.compile(
                        inputs.withLeaves(inputs.tools().reversed(), List.of(), List.of()), compiled.memo())))
                .containsExactly("api-0", "api-1");
        var fewer = inputs.withLeaves(inputs.tools().subList(0, 2), List.of(), List.of());
        assertThat(refused(compiler.compile(fewer, compiled.memo()))).isEmpty();
    }

    /** Arguments are as long as schemas, and objects of all kinds take from one room by their age. */
    @Test
    void itemsOfAllKindsHaveARoomTogether() {
        var arguments = IntStream.range(0, 64)
                .mapToObj(number -> "{\"name\": \"a%d\", \"description\": \"%s\"}".formatted(number, "x".repeat(1_000)))
                .collect(Collectors.joining(", "));
        var prompts = IntStream.range(0, 120)
                .mapToObj(number -> "{\"name\": \"p%d\", \"arguments\": [%s]}".formatted(number, arguments))
                .collect(Collectors.joining(", "));
        var resources = IntStream.range(0, 500)
                .mapToObj(number -> "{\"uri\": \"docs://%d\", \"name\": \"r\", \"description\": \"%s\"}"
                        .formatted(number, "x".repeat(8_000)))
                .collect(Collectors.joining(", "));
        var document = "{\"prompts\": [%s], \"resources\": [%s]}".formatted(prompts, resources);
        var compiled = new CatalogCompiler()
                .compile(inputs(
                        definitions("Prompt", "newest", 3, document),
                        definitions("Resource", "older", 2, document),
                        definitions("Prompt", "oldest", 1, document),
                        definitions("Resource", "newer", 4, document)));
        assertThat(refused(compiled)).containsExactly("newest", "newer");
    }

    private static String definitions(String kind, String name, int day, String document) {
        return """
                apiVersion: hyperterse.dev/v1alpha1
                kind: %s
                metadata: {name: %s, creationTimestamp: "2026-01-0%dT00:00:00Z"}
                spec:
                  serverRefs: [{name: shop}]
                  mcp: {adapter: other, definitions: {inline: '%s'}}
                """.formatted(kind, name, day, document);
    }

    @Test
    void itemsTakeRoomBesideTheirTexts() {
        var tools = IntStream.range(0, 20).mapToObj(number -> api(number, 512)).toArray(String[]::new);
        var compiled = new CatalogCompiler().compile(inputs(tools));
        assertThat(compiled.memo().expansions().values())
                .filteredOn(it -> it.items().isPresent())
                .hasSizeLessThanOrEqualTo(16);
    }

    @Test
    void faultyItemsTakeRoomToo() {
        var tools = IntStream.range(0, 20)
                .mapToObj(number -> api(number, 512)
                        .replace("\"get\": {}", "\"get\": {\"parameters\": [{\"$ref\": \"#/nothing\"}]}"))
                .toArray(String[]::new);
        var compiled = new CatalogCompiler().compile(inputs(tools));
        assertThat(compiled.memo().expansions().values())
                .filteredOn(it -> it.items().isPresent())
                .hasSizeLessThanOrEqualTo(16)
                .first()
                .satisfies(it -> assertThat(it.items().orElseThrow().valid().orElseThrow())
                        .hasSize(512)
                        .allMatch(item -> item.spec().valid().isEmpty()));
    }

    @Test
    void fiveLargeApisHaveRoom() {
        var description = "\"get\": {\"description\": \"%s\"}".formatted("x".repeat(1_500));
        var tools = IntStream.range(0, 5)
                .mapToObj(number -> api(number, 512).replace("\"get\": {}", description))
                .toArray(String[]::new);
        assertThat(refused(new CatalogCompiler().compile(inputs(tools)))).isEmpty();
    }

    private static String api(int number, int operations) {
        var paths = IntStream.range(0, operations)
                .mapToObj("\"/p%d\": {\"get\": {}}"::formatted)
                .collect(Collectors.joining(", "));
        return """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: api-%d}
                spec:
                  serverRefs: [{name: shop}]
                  openapi: {adapter: web, prefix: "n%d-", document: {inline: '{"openapi": "3.1.0", "paths": {%s}}'}}
                """.formatted(number, number, paths);
    }

    /** The objects that bring none of their tools. */
    private static List<String> refused(CompiledServer compiled) {
        return compiled.results().entrySet().stream()
                .filter(it -> it.getValue().problems().stream()
                        .anyMatch(problem -> problem.rule().equals("items-room")))
                .map(it -> it.getKey().name())
                .toList();
    }

    @Test
    void aDefinitionThatIsTooLargeIsKeptAsItsProblem() {
        var compiled = new CatalogCompiler().compile(inputs(schemas("large", 30_000)));
        assertThat(compiled.results().values().iterator().next().problems())
                .extracting(Problem::reason)
                .containsExactly(Reason.DefinitionTooLarge);
        assertThat(RetainedTrees.in(compiled.memo().leaves())).isZero();
        assertThat(compiled.memo().placed()).isEmpty();
    }

    @Test
    void definitionsThatAreNotServedAreKeptWithoutTrees() {
        var tools = Stream.of("a", "b", "c").map(name -> named(name, "same")).toArray(String[]::new);
        var compiler = new CatalogCompiler();
        var compiled = compiler.compile(inputs(tools));
        assertThat(compiled.served()).hasSize(1);
        var served = RetainedTrees.in(compiled.served().getFirst().leaf());
        assertThat(RetainedTrees.in(
                        List.of(compiled.memo().leaves(), compiled.memo().placed())))
                .isPositive()
                .isLessThanOrEqualTo(served + 2);

        var again = compiler.compile(inputs(tools), compiled.memo());
        assertThat(again.memo().leaves().values())
                .extracting(Memo.Remembered::outline)
                .containsExactlyInAnyOrderElementsOf(compiled.memo().leaves().values().stream()
                        .map(Memo.Remembered::outline)
                        .toList());
        // What was refused is served in full once its name is free.
        var alone = inputs(tools[2]);
        assertThat(compiler.compile(alone, again.memo()).served().getFirst().leaf())
                .isEqualTo(
                        new CatalogCompiler().compile(alone).served().getFirst().leaf());
    }

    @Test
    void aCatalogHasRoomForSoManyValues() {
        var tools = IntStream.range(0, 60)
                .mapToObj(number -> schemas("tool-" + number, 12_000))
                .toArray(String[]::new);
        var compiled = new CatalogCompiler().compile(inputs(tools));
        var values = compiled.served().stream()
                .mapToLong(it -> RetainedTrees.in(it.leaf()))
                .sum();
        assertThat(values).isPositive().isLessThan(SlotPacking.LARGEST_UNPACKED_CATALOG / 32);
        assertThat(compiled.results().values())
                .filteredOn(it -> it.served().isEmpty())
                .isNotEmpty()
                .allSatisfy(it ->
                        assertThat(it.problems()).extracting(Problem::reason).containsExactly(Reason.CatalogFull));
        assertThat(RetainedTrees.in(
                        List.of(compiled.memo().leaves(), compiled.memo().placed())))
                .isLessThanOrEqualTo((int) values + 60);
    }

    @Test
    void usualDefinitionsWeighLessThanTwiceTheirBytes() {
        var compiled = new CatalogCompiler()
                .compile(Manifests.read(ManyTools.manifests(100)).inputs());
        assertThat(compiled.served().stream()
                        .mapToLong(it -> it.encoded().weight())
                        .sum())
                .isLessThan(2
                        * compiled.served().stream()
                                .mapToLong(it -> it.encoded().size())
                                .sum());
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
        var inputs =
                inputs(ruled("stock", "sku", "inputs.item != 'x'"), ruled("price", "sku", "principal.subject != 'y'"));
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

    private static String named(String name, String shown) {
        return schemas(name, 100).replace("spec:", "spec:\n  name: " + shown);
    }

    /** @param values of the schema, each as short as a value can be */
    private static String schemas(String name, int values) {
        return """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: %s}
                spec:
                  serverRefs: [{name: shop}]
                  inputSchema: {type: object, examples: [%s]}
                  outputSchema: {type: object, examples: [%s]}
                  hints: {readOnly: true}
                  mcp: {adapter: other, tool: t}
                """.formatted(name, ones(values / 2), ones(values / 2));
    }

    private static String ones(int count) {
        return String.join(",", Collections.nCopies(count, "[]"));
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
