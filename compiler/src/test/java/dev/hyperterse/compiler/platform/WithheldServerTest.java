package dev.hyperterse.compiler.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.server.auth.ApiKeyDigests;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.compiler.CatalogCompiler;
import dev.hyperterse.compiler.CompiledServer;
import dev.hyperterse.compiler.EvaluationResult;
import dev.hyperterse.compiler.ForbiddenDocuments;
import dev.hyperterse.compiler.Manifests;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.Documents;
import dev.hyperterse.compiler.resolve.Published;
import dev.hyperterse.compiler.resolve.ServerInputs;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that does not fit to the platform serves what it served, whatever the faulty merge would take or give. */
class WithheldServerTest {
    private static final String KEYS = "auth: {required: [own], plugins: [{name: own, apiKey: {keys: [%s]}}]}";
    private static final String GUESTS = "attachments: {namespaces: {from: All}, toolNames: Plain}";
    private static final String ADAPTERS =
            "adapters: [{name: demo, engine: Sqlite, url: ':memory:', namespaces: {from: All}}]";
    private static final String ADA = "{principal: ada, valueFrom: {secretKeyRef: {name: keys, key: ada}}}";
    private static final String BOB = "{principal: bob, valueFrom: {secretKeyRef: {name: keys, key: bob}}}";

    private static final String SECRET = secretOf("ada=1 bob=2");

    /** Takes the keys and the guests, opens attachments and renames tools; and does not fit. */
    private static final Platform FAULTY = Platform.of("""
            - name: broken
              namespaceSelector: {}
              defaults: {attachments: {namespaces: {from: All}, toolNames: Namespaced}}
              overrides:
                auth: {required: [allow_all], plugins: []}
                attachments: {namespaces: {from: Same}, toolNames: Namespaced}
                sharedState: {adapter: none}
            """).orElseThrow();

    private final CatalogCompiler compiler = new CatalogCompiler();

    @Test
    void keysGuestsAndNamesStayAsTheyArePublished() {
        var sound = compiler.compile(sound());
        assertThat(sound.problems()).isEmpty();
        assertThat(sound.served()).hasSize(2);

        var kept = compiler.compile(faulty(sound(), sound));
        assertThat(kept.problems()).extracting(Problem::rule).containsOnly("platform-defaults");
        assertThat(kept.fragments()).containsExactly("broken");
        assertSameCatalog(kept, sound);
        assertThat(kept.results()).isEqualTo(sound.results());
    }

    /** An author may have to take a tool away at once, and it opens nothing. */
    @Test
    void deletedAndSuspendedToolsGo() {
        var sound = compiler.compile(sound());
        var deleted = Manifests.read(SECRET, server(KEYS.formatted(ADA)), tool("team", "report", 1))
                .inputs();
        assertThat(served(compiler.compile(faulty(deleted, sound)))).containsExactly("report");

        var suspended = Manifests.read(
                        SECRET,
                        server(KEYS.formatted(ADA)),
                        tool("shop", "orders", 2) + "  suspend: true\n",
                        tool("team", "report", 1))
                .inputs();
        var kept = compiler.compile(faulty(suspended, sound));
        assertThat(served(kept)).containsExactly("report");
        assertThat(kept.results().values())
                .filteredOn(EvaluationResult::suspended)
                .hasSize(1);
    }

    /** What a document brings now is not compiled; the items that are published stay, of all kinds. */
    @ParameterizedTest
    @CsvSource({"Tool, a", "Prompt, a", "Resource, docs://a"})
    void itemsStayAsTheyArePublished(String kind, String name) {
        var document = """
                {"tools": [{"name": "a", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}}],
                 "prompts": [{"name": "a"}], "resources": [{"uri": "docs://a", "name": "a"}]}""";
        var sound = compiler.compile(items(kind, document));
        assertThat(names(sound)).containsExactly(name);

        var kept = compiler.compile(faulty(items(kind, document.replace("\"a\"", "\"b\"")), sound));
        assertThat(names(kept)).containsExactly(name);
        assertThat(kept.results().values()).singleElement().isInstanceOf(EvaluationResult.KeepLastGood.class);
    }

    /** An author takes an item away by the object that brings it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Tool     | a        | select: {tools: [b]}
            Tool     | a        | overrides: [{tool: a, suspend: true}]
            Prompt   | a        | overrides: [{prompt: a, suspend: true}]
            Resource | docs://a | select: {uris: ['docs://b']}
            """)
    void itemsThatTheirObjectLeavesOutGo(String kind, String name, String choice) {
        var document = """
                {"tools": [{"name": "a", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}},
                  {"name": "b", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}}],
                 "prompts": [{"name": "a"}, {"name": "b"}],
                 "resources": [{"uri": "docs://a", "name": "a"}, {"uri": "docs://b", "name": "b"}]}""";
        var sound = compiler.compile(items(kind, document));
        assertThat(names(sound)).hasSize(2).contains(name);

        var kept = compiler.compile(faulty(items(kind, document, choice), sound));
        assertThat(names(kept)).containsExactly(name.replace("a", "b"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void objectThatBecomesManyDefinitionsOrOneKeepsWhatIsPublished(boolean becomesMany) {
        var one = "{description: Counts., statement: {adapter: demo, text: {inline: SELECT 1 AS one}}}";
        var many = """
                {mcp: {adapter: tickets, definitions: {inline:
                  '[{"name": "a", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}}]'}}}""";
        var sound = compiler.compile(orders(1, becomesMany ? one : many));
        assertThat(names(sound)).containsExactly(becomesMany ? "orders" : "a");

        var kept = compiler.compile(faulty(orders(2, becomesMany ? many : one), sound));
        assertThat(names(kept)).isEqualTo(names(sound));
        assertThat(kept.results().values()).singleElement().isInstanceOf(EvaluationResult.KeepLastGood.class);
    }

    /** What one section selects says nothing of the items of the other. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void itemsStayWhereTheirObjectBringsThoseOfAnotherSection(boolean becomesMcp) {
        var openapi = """
                {openapi: {adapter: api, select: {readOnly: true}, document: {inline:
                  '{"openapi": "3.0.0", "info": {"title": "a", "version": "1"}, "paths": {
                    "/a": {"get": {"operationId": "a", "summary": "Reads.", "responses": {"200": {"description": "a"}}}}}}'}}}""";
        var mcp = """
                {mcp: {adapter: tickets, select: {tools: [b]}, definitions: {inline:
                  '[{"name": "b", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}}]'}}}""";
        var sound = compiler.compile(orders(1, becomesMcp ? openapi : mcp));
        assertThat(names(sound)).containsExactly(becomesMcp ? "a" : "b");

        var kept = compiler.compile(faulty(orders(2, becomesMcp ? mcp : openapi), sound));
        assertThat(names(kept)).isEqualTo(names(sound));
        assertThat(kept.results().values()).singleElement().isInstanceOf(EvaluationResult.KeepLastGood.class);
    }

    private static ServerInputs orders(int generation, String sections) {
        return Manifests.read("""
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {namespace: shop, name: shop}
                spec:
                  adapters:
                    - {name: demo, engine: Sqlite, url: ":memory:"}
                    - {name: tickets, engine: Mcp, url: "https://tickets.example.com/mcp"}
                    - {name: api, engine: Http, url: "https://api.example.com"}
                """, """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {namespace: shop, name: orders, uid: orders, generation: %d}
                spec: {serverRefs: [{name: shop}], %s
                """.formatted(generation, sections.substring(1)))
                .inputs();
    }

    private static List<String> names(CompiledServer compiled) {
        return compiled.served().stream().map(it -> it.leaf().publicName()).toList();
    }

    private static ServerInputs items(String kind, String document) {
        return items(kind, document, "");
    }

    private static ServerInputs items(String kind, String document, String choice) {
        return Manifests.read("""
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {namespace: shop, name: shop}
                spec: {adapters: [{name: tickets, engine: Mcp, url: "https://tickets.example.com/mcp"}]}
                """, """
                apiVersion: hyperterse.dev/v1alpha1
                kind: %s
                metadata: {namespace: shop, name: items}
                spec:
                  serverRefs: [{name: shop}]
                  mcp:
                    adapter: tickets
                    definitions: {inline: '%s'}
                    %s
                """.formatted(kind, document.replace("\n", " "), choice))
                .inputs();
    }

    private static List<String> served(CompiledServer compiled) {
        return compiled.served().stream().map(it -> it.leaf().identity().name()).toList();
    }

    /** Taking a key away opens nothing; another one, or another principal for it, has to wait. */
    @ParameterizedTest
    @CsvSource({
        "'keys: [{A}, {B}]', ada=1 bob=2, ada=1 bob=2",
        "'keys: [{A}]', ada=1 bob=2, ada=1",
        "'keys: [{A}, {B}]', ada=1, ada=1",
        "'keys: [{A}, {B}]', '', ''",
        "'keys: [{A}, {B}]', ada=1 bob=3, ada=1",
        "'keys: [{A}, {B}]', ada=2 bob=1, ''",
        "'keysFrom: {secretRef: {name: keys}}', ada=1 bob=2 cid=3, ada=1 bob=2",
        "'keysFrom: {secretRef: {name: keys}}', bob=2, bob=2",
        "'keysFrom: {secretRef: {name: gone}}', ada=1 bob=2, ''",
        "'header: Authorization, keys: [{A}]', ada=1 bob=2, ada=1",
        ", ada=1 bob=2, ''",
    })
    void aKeyThatIsTakenAwayGoes(String ofPlugin, String secret, String remaining) {
        var sound = compiler.compile(sound());
        var auth = ofPlugin == null
                ? "auth: {}"
                : "auth: {required: [own], plugins: [{name: own, apiKey: {%s}}]}"
                        .formatted(ofPlugin.replace("{A}", ADA).replace("{B}", BOB));
        var edited = Manifests.read(secretOf(secret), server(auth), tool("shop", "orders", 1));
        var kept = compiler.compile(faulty(edited.inputs(), sound));
        assertThat(kept.settings()).isEqualTo(sound.settings());
        assertThat(principals(kept)).isEqualTo(remaining);
    }

    /** What the override says of a plugin counts as what the server says of it. */
    @Test
    void aKeyOfThePlatformStaysUntilItIsTakenAway() {
        var platform = Platform.of("""
                - name: keys
                  namespaceSelector: {}
                  overrides:
                    auth: {required: [own], plugins: [{name: own, apiKey: {keysFrom: {secretRef: {name: keys}}}}]}
                    sharedState: {adapter: none}
                """).orElseThrow();
        var sound = compiler.compile(sound());
        var edited = Manifests.read(secretOf("ada=1 bob=3"), server("auth: {}"), tool("shop", "orders", 1));
        assertThat(principals(compiler.compile(faulty(edited.inputs(), published(sound), platform))))
                .isEqualTo("ada=1");
    }

    /** Nobody has taken a key away then. */
    @Test
    void aSecretThatCannotBeReadKeepsItsKeys() {
        var sound = compiler.compile(sound());
        var unreadable = new ForbiddenDocuments(Documents.none());
        assertThat(principals(compiler.compile(faulty(sound(), sound).withDocuments(unreadable))))
                .isEqualTo("ada=1 bob=2");
    }

    private static String secretOf(String entries) {
        var keys = entries.isEmpty()
                ? ""
                : Arrays.stream(entries.split(" "))
                        .map(it -> it.replace("=", ": key-of-sixteen-characters-"))
                        .collect(Collectors.joining(", "));
        return "apiVersion: v1\nkind: Secret\nmetadata: {namespace: shop, name: keys}\nstringData: {%s}\n"
                .formatted(keys);
    }

    /** Whose keys are accepted, and which, in the words of {@link #secretOf}. */
    private static String principals(CompiledServer compiled) {
        var numbers = IntStream.rangeClosed(1, 3)
                .boxed()
                .collect(Collectors.toMap(
                        it -> ApiKeyDigests.digest("key-of-sixteen-characters-" + it), Function.identity()));
        return ApiKeyDigests.read(compiled.values().get(ValueKey.auth("own", "keys"))).principals().entrySet().stream()
                .map(it -> it.getValue() + "=" + numbers.get(it.getKey()))
                .sorted()
                .collect(Collectors.joining(" "));
    }

    /** An edited tool, and new ones. */
    @Test
    void whatATenantEditsMeanwhileIsNotServedAndNotSaidToBe() {
        var sound = compiler.compile(sound());
        var edited = Manifests.read(
                        SECRET,
                        server(KEYS.formatted(ADA + ", " + BOB) + "\n  exposure: Direct"),
                        tool("shop", "orders", 2),
                        tool("shop", "newer", 1),
                        tool("team", "late", 1),
                        tool("team", "report", 1))
                .inputs();
        var kept = compiler.compile(faulty(edited, sound));
        assertSameCatalog(kept, sound);
        assertThat(kept.results()).hasSize(4);
        kept.results().forEach((leaf, result) -> {
            switch (leaf.name()) {
                case "orders" -> {
                    assertThat(result).isInstanceOf(EvaluationResult.KeepLastGood.class);
                    assertThat(result.served().orElseThrow().identity().generation())
                            .isEqualTo(1);
                    assertThat(result.fault()).contains(Reason.InvalidServer);
                }
                case "report" -> assertThat(result).isInstanceOf(EvaluationResult.Serve.class);
                case "newer" -> assertThat(result.fault()).contains(Reason.InvalidServer);
                // A guest does not learn whether the server is there.
                default -> assertThat(result.fault()).contains(Reason.ServerNotFound);
            }
        });
    }

    @Test
    void aServerThatWasNeverPublishedStaysUnpublished() {
        var withheld = compiler.compile(faulty(sound(), Published.nothing(), FAULTY));
        assertThat(withheld.publishable()).isFalse();
        assertThat(withheld.keptLastGood()).isFalse();
        assertThat(withheld.served()).isEmpty();
        assertThat(withheld.values()).isEmpty();
        assertThat(withheld.results().values()).allMatch(it -> it.served().isEmpty());
    }

    private static void assertSameCatalog(CompiledServer kept, CompiledServer published) {
        assertThat(kept.keptLastGood()).isTrue();
        assertThat(kept.settings()).isEqualTo(published.settings());
        assertThat(kept.values()).isEqualTo(published.values()).isNotEmpty();
        assertThat(kept.served()).usingRecursiveComparison().isEqualTo(published.served());
    }

    private static ServerInputs sound() {
        return Manifests.read(
                        SECRET,
                        server(KEYS.formatted(ADA + ", " + BOB)),
                        tool("shop", "orders", 1),
                        tool("team", "report", 1))
                .inputs();
    }

    private static ServerInputs faulty(ServerInputs written, CompiledServer published) {
        return faulty(written, published(published), FAULTY);
    }

    private static Published published(CompiledServer compiled) {
        return Published.of(
                compiled.settings().orElseThrow(),
                compiled.served().stream().map(CompiledServer.Served::leaf).toList(),
                compiled.valueSet(new ValueSet("", compiled.values()), "1"));
    }

    private static ServerInputs faulty(ServerInputs written, Published published, Platform platform) {
        var merged = platform.effective(written.server(), Map.of());
        assertThat(merged.platform().faults()).isNotEmpty();
        return ServerInputs.of(merged.server())
                .withPlatform(merged.platform())
                .withLeaves(written.tools(), written.prompts(), written.resources())
                .withDocuments(written.documents())
                .withPublished(published);
    }

    private static String server(String auth) {
        return """
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {namespace: shop, name: shop, uid: server, generation: 1}
                spec:
                  %s
                  %s
                  %s
                """.formatted(auth, GUESTS, ADAPTERS);
    }

    private static String tool(String namespace, String name, int generation) {
        return """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {namespace: %s, name: %s, uid: %s, generation: %d}
                spec:
                  serverRefs: [{namespace: shop, name: shop}]
                  description: Counts something.
                  statement: {adapter: demo, text: {inline: SELECT 1 AS one}}
                """.formatted(namespace, name, name, generation);
    }
}
