package dev.hyperterse.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Revision;
import dev.hyperterse.compiler.resolve.Published;
import dev.hyperterse.compiler.resolve.ServerInputs;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A compile that remembers must give what a compile from nothing gives, whatever was edited in between. */
class MemoTest {
    private static final int EDITS = 200;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void rememberingChangesNothing(long seed) {
        var world = new World(new Random(seed));
        var remembering = new CatalogCompiler();
        var memo = Memo.empty();
        var published = Published.nothing();
        var kinds = new HashSet<Class<?>>();
        for (var edit = 0; edit < EDITS; edit++) {
            var inputs = world.manifests().inputs().withPublished(published);
            var remembered = remembering.compile(inputs, memo);
            var fresh = new CatalogCompiler().compile(inputs);
            assertThat(visible(remembered)).as("seed %d, edit %d", seed, edit).isEqualTo(visible(fresh));
            assertThat(remembered.memo().size()).isLessThanOrEqualTo(world.leaves());
            remembered.results().values().forEach(result -> kinds.add(result.getClass()));
            memo = remembered.memo();
            if (remembered.publishable()) {
                published = Published.of(remembered.toCatalog(new Revision("test", edit, "")));
            }
            world.edit();
        }
        assertThat(kinds).as("what happened in seed %d", seed).hasSize(3);
    }

    @Test
    void anUnchangedLeafIsNotCompiledAgain() {
        var inputs = twoTools();
        var compiler = new CatalogCompiler();
        var first = compiler.compile(inputs);
        var second = compiler.compile(inputs, first.memo());
        assertThat(second.served()).isNotEmpty();
        for (var index = 0; index < second.served().size(); index++) {
            assertThat(second.served().get(index).leaf())
                    .isSameAs(first.served().get(index).leaf());
            assertThat(second.served().get(index).encoded())
                    .isSameAs(first.served().get(index).encoded());
        }
    }

    @Test
    void newReadingOfAnUnchangedLeafIsKept() {
        var compiler = new CatalogCompiler();
        var first = compiler.compile(twoTools());
        var again = twoTools();
        var second = compiler.compile(again, first.memo());
        for (var tool : again.tools()) {
            var uid = tool.getMetadata().getUid();
            assertThat(second.memo().leaves().get(uid).spec()).isSameAs(tool.getSpec());
            assertThat(second.memo().leaves().get(uid).result())
                    .isSameAs(first.memo().leaves().get(uid).result());
        }
    }

    @Test
    void orderOfLeavesDoesNotMatter() {
        var world = new World(new Random(9));
        for (var edit = 0; edit < EDITS; edit++) {
            var inputs = world.manifests().inputs();
            var turned = inputs.withLeaves(
                    inputs.tools().reversed(),
                    inputs.prompts().reversed(),
                    inputs.resources().reversed());
            assertThat(visible(new CatalogCompiler().compile(turned)))
                    .as("edit %d", edit)
                    .isEqualTo(visible(new CatalogCompiler().compile(inputs)));
            world.edit();
        }
    }

    @Test
    void leavesThatAreGoneAreForgotten() {
        var compiler = new CatalogCompiler();
        var first = compiler.compile(twoTools());
        assertThat(first.memo().size()).isPositive();
        var second = compiler.compile(twoTools().withLeaves(List.of(), List.of(), List.of()), first.memo());
        assertThat(second.memo().size()).isZero();
        assertThat(second.memo().placed()).isEmpty();
    }

    @Test
    void onlyItemsThatChangedAreCompiledAgain() {
        var compiler = new CatalogCompiler();
        var first = compiler.compile(items("One pet."));
        var same = compiler.compile(items("One pet."), first.memo());
        assertThat(same.served()).hasSize(2);
        for (var index = 0; index < 2; index++) {
            assertThat(same.served().get(index).leaf())
                    .isSameAs(first.served().get(index).leaf());
        }
        var edited = compiler.compile(items("A pet."), same.memo());
        assertThat(visible(edited)).isEqualTo(visible(new CatalogCompiler().compile(items("A pet."))));
        assertThat(edited.served().getFirst().leaf())
                .isNotEqualTo(first.served().getFirst().leaf());
        assertThat(edited.served().getLast().leaf())
                .isSameAs(first.served().getLast().leaf());
        assertThat(compiler.compile(twoTools(), edited.memo()).memo().expansions())
                .isEmpty();
    }

    private static ServerInputs items(String summary) {
        var server = """
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {name: shop}
                spec: {adapters: [{name: pets, engine: Http, url: "https://pets.example.com"}]}
                """;
        var tool = """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: pets}
                spec:
                  serverRefs: [{name: shop}]
                  openapi: {adapter: pets, document: {configMapKeyRef: {name: apis, key: pets}}}
                """;
        var document = """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: apis, labels: {hyperterse.dev/readable: "true"}}
                data:
                  pets: |
                    openapi: 3.1.0
                    paths:
                      /pet: {get: {operationId: getPet, summary: %s}}
                      /pets: {get: {operationId: listPets}}
                """;
        return Manifests.read(server, tool, document.formatted(summary)).inputs();
    }

    private static ServerInputs twoTools() {
        var server = """
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {name: shop}
                spec: {adapters: [{name: one, engine: Sqlite, url: ":memory:"}]}
                """;
        var tool = """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: %s}
                spec:
                  serverRefs: [{name: shop}]
                  statement: {adapter: one, text: {inline: SELECT 1}}
                """;
        return Manifests.read(server, tool.formatted("first"), tool.formatted("second"))
                .inputs();
    }

    private static List<Object> visible(CompiledServer compiled) {
        var served = new ArrayList<>();
        compiled.served()
                .forEach(it ->
                        served.add(List.of(it.leaf(), it.slot(), it.encoded().size())));
        return List.of(
                compiled.settings(),
                compiled.keptLastGood(),
                compiled.values(),
                compiled.problems(),
                compiled.results(),
                List.copyOf(compiled.results().keySet()),
                served);
    }

    /** Objects that are edited at random: grants, adapters, variables, texts, names, statements. */
    private static final class World {
        private static final List<String> GRANTS = List.of(
                "{from: None}",
                "{from: Same}",
                "{from: All}",
                "{from: All}",
                "{from: All}",
                "{from: All}",
                "{from: Names, names: [team]}",
                "{from: Friends}");
        private static final List<String> ENGINES = List.of(
                "engine: Sqlite, url: \":memory:\"",
                "engine: Sqlite, url: shop.db",
                "engine: Postgres, url: \"postgresql://h/db\"",
                "engine: Postgres, url: broken",
                "engine: Mysql, url: \"mysql://h/db\"",
                "engine: Redis, url: \"redis://h\"");
        private static final List<String> TEXTS = List.of(
                "SELECT 1",
                "SELECT {{ env.REGION }}",
                "SELECT {{ inputs.a }}",
                "SELECT {{ inputs.nope }}",
                "SELECT 1; SELECT 2");
        private static final List<String> AUTH =
                List.of("", "", "", "  auth: {mode: Anonymous}\n", "  auth: {mode: Required}\n");

        private final Random random;
        private final TreeMap<String, String> tools = new TreeMap<>();
        private final TreeMap<String, Integer> generations = new TreeMap<>();
        private String server = "";
        private String configMap = "";
        private String resource = "";

        World(Random random) {
            this.random = random;
            editServer();
            editConfigMap();
            editResource();
            for (var number = 0; number < 12; number++) {
                editTool();
            }
        }

        int leaves() {
            return tools.size() + 1;
        }

        void edit() {
            switch (random.nextInt(16)) {
                case 0 -> editServer();
                case 1 -> editConfigMap();
                case 2 -> editResource();
                case 3 -> tools.pollFirstEntry();
                default -> editTool();
            }
        }

        Manifests manifests() {
            var documents = new ArrayList<>(tools.values());
            documents.addAll(List.of(server, configMap, resource));
            return Manifests.read(documents.toArray(String[]::new));
        }

        private void editServer() {
            server = """
                    apiVersion: hyperterse.dev/v1alpha1
                    kind: HyperterseServer
                    metadata: {name: shop}
                    spec:
                      env: [{name: REGION, value: eu, namespaces: %s}]
                      adapters:
                        - {name: one, namespaces: %s, %s}
                        - {name: two, namespaces: %s, %s}
                      attachments: {namespaces: %s, toolNames: %s%s}
                      exposure: %s
                    %s""".formatted(
                            pick(GRANTS),
                            pick(GRANTS),
                            pick(ENGINES),
                            pick(GRANTS),
                            pick(ENGINES),
                            pick(GRANTS),
                            pick(List.of("Plain", "Namespaced")),
                            pick(List.of("", ", maxDefinitionsPerNamespace: 3")),
                            pick(List.of("Search", "Direct")),
                            pick(AUTH));
        }

        private void editConfigMap() {
            configMap = """
                    apiVersion: v1
                    kind: ConfigMap
                    metadata: {name: texts, namespace: %s, labels: {hyperterse.dev/readable: "%s"}}
                    data: {%s: "%s"}
                    """.formatted(
                            pick(List.of("default", "team")),
                            pick(List.of("true", "true", "false")),
                            pick(List.of("sql", "other")),
                            pick(TEXTS));
        }

        private void editResource() {
            resource = """
                    apiVersion: hyperterse.dev/v1alpha1
                    kind: Resource
                    metadata: {name: page, generation: %d}
                    spec:
                      serverRefs: [{name: shop}]
                      uri: "%s"
                      configMapKeyRef: {name: texts, key: sql}
                    """.formatted(generation("page"), pick(List.of("docs://a", "docs://b", "no scheme")));
        }

        private void editTool() {
            var name = "tool-" + random.nextInt(15);
            var text = random.nextBoolean()
                    ? "{inline: \"" + pick(TEXTS) + "\"}"
                    : "{configMapKeyRef: {name: texts, key: sql}}";
            tools.put(name, """
                    apiVersion: hyperterse.dev/v1alpha1
                    kind: Tool
                    metadata: {name: %s, namespace: %s, generation: %d}
                    spec:
                      serverRefs: [{name: shop, namespace: default}]
                      name: %s
                      suspend: %s
                      inputs: [{name: a, type: %s}]
                      statement: {adapter: %s, text: %s}
                    """.formatted(
                            name,
                            pick(List.of("default", "team")),
                            generation(name),
                            pick(List.of("search", "first", "second", name, name, name)),
                            random.nextInt(9) == 0,
                            pick(List.of("int", "string", "uuid")),
                            pick(List.of("one", "two", "three")),
                            text));
        }

        private int generation(String name) {
            return generations.merge(name, 1, Integer::sum);
        }

        private String pick(List<String> choices) {
            return choices.get(random.nextInt(choices.size()));
        }
    }
}
