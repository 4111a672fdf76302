package dev.hyperterse.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.catalog.ResourceLeaf;
import dev.hyperterse.catalog.ResourceLeaf.Body;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.catalog.encoding.Slot;
import dev.hyperterse.compiler.leaf.lastgood.LastGood;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.CompilerFaults;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.Published;
import dev.hyperterse.compiler.resolve.ServerInputs;
import dev.hyperterse.statement.sql.StatementCompiler;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** What a catalog has room for; content is random, so that it does not compress. */
class PlacementTest {
    private static final String SERVER = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: shop}
            spec: {adapters: [{name: demo, engine: Sqlite, url: ":memory:"}]}
            """;
    private static final String RESOURCE_OF_A_TEXT = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: Resource
            metadata: {name: page-%d, generation: 1}
            spec:
              serverRefs: [{name: shop}]
              uri: "docs://page-%d"
              configMapKeyRef: {name: texts, key: page}
            """;
    private static final String CONFIG_MAP = """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: texts, labels: {hyperterse.dev/readable: "true"}}
            data: {page: "%s"}
            """;
    private final Random random = new Random(1);

    @Test
    void onlyTheLeafThatIsTooLargeIsRefused() {
        var compiled = compile(resource("large", 1, 300 << 10), resource("small", 1, 1 << 10));
        assertThat(result(compiled, "large"))
                .isInstanceOfSatisfying(EvaluationResult.Refuse.class, refused -> assertThat(refused.problems())
                        .singleElement()
                        .satisfies(problem -> assertThat(problem.reason()).isEqualTo(Reason.DefinitionTooLarge)));
        assertThat(result(compiled, "small")).isInstanceOf(EvaluationResult.Serve.class);
        assertThat(compiled.served()).hasSize(1);
    }

    /** Sixty-four messages that name one text of a megabyte would be read and written as often. */
    @Test
    void shortPromptDoesNotMultiplyALongText() {
        var prompt =
                """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Prompt
                metadata: {name: echo, generation: 1}
                spec:
                  serverRefs: [{name: shop}]
                  messages:
                """ + "    - {role: User, content: {text: {configMapKeyRef: {name: texts, key: page}}}}\n".repeat(64);
        var inputs = Manifests.read(SERVER, prompt, CONFIG_MAP.formatted("x".repeat(1 << 20)))
                .inputs();
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        // Once before, for what is made the first time.
        new CatalogCompiler()
                .compile(
                        Manifests.read(SERVER, prompt, CONFIG_MAP.formatted("x"))
                                .inputs(),
                        Memo.empty());
        var before = threads.getCurrentThreadAllocatedBytes();
        var compiled = new CatalogCompiler().compile(inputs, Memo.empty());
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(32 << 20);
        assertThat(result(compiled, "echo"))
                .isInstanceOfSatisfying(EvaluationResult.Refuse.class, refused -> assertThat(refused.problems())
                        .extracting(Problem::reason)
                        .containsExactly(Reason.DefinitionTooLarge));
    }

    @Test
    void aLeafThatNoReaderAcceptsHasNoPlace() {
        assertThat(placed(nested(32)).problems()).isEmpty();
        assertThat(List.of(nested(496), nested(600), JsonNodeFactory.instance.numberNode(BigInteger.TEN.pow(1_500))))
                .allSatisfy(value -> assertThat(placed(value).problems())
                        .singleElement()
                        .satisfies(problem -> assertThat(problem.reason()).isEqualTo(Reason.CompilerFault)));
    }

    /** @param value in the frontmatter of a skill, which no compiler has checked */
    private Checked<Memo.Placed> placed(JsonNode value) {
        var leaf = (ResourceLeaf)
                compile(resource("page", 1, 1)).served().getFirst().leaf();
        var frontmatter = JsonNodeFactory.instance.objectNode().set("more", value);
        return new Placement(Memo.empty(), "default", CompilerFaults.IGNORED)
                .place(new ResourceLeaf(
                        leaf.identity(),
                        leaf.address(),
                        leaf.name(),
                        leaf.title(),
                        leaf.description(),
                        leaf.icons(),
                        leaf.mimeType(),
                        leaf.size(),
                        leaf.audience(),
                        leaf.arguments(),
                        new Body.Skill(frontmatter, List.of()),
                        leaf.access(),
                        leaf.protections()));
    }

    private static JsonNode nested(int levels) {
        JsonNode value = JsonNodeFactory.instance.arrayNode();
        for (var level = 1; level < levels; level++) {
            value = JsonNodeFactory.instance.arrayNode().add(value);
        }
        return value;
    }

    @Test
    void aLeafThatGrewTooLargeKeepsItsLastGoodVersion() {
        var before = compile(resource("page", 1, 1 << 10));
        var published = Published.of(before.toCatalog(new Revision("before", 1, "")));
        var inputs = inputs(resource("page", 2, 300 << 10)).withPublished(published);
        var compiled = new CatalogCompiler().compile(inputs, before.memo());
        assertThat(result(compiled, "page"))
                .isInstanceOfSatisfying(
                        EvaluationResult.KeepLastGood.class,
                        kept -> assertThat(kept.leaf().identity().generation()).isEqualTo(1));
        assertThat(compiled.served()).hasSize(1);
    }

    @Test
    void aLeafThatGrewTooLargeAndStricterKeepsNoLessStrictVersion() {
        var before = compile(tool(1, 1 << 10, ""));
        var published = Published.of(before.toCatalog(new Revision("before", 1, "")));
        var inputs = inputs(tool(2, 300 << 10, ", source: {claim: tenant}")).withPublished(published);
        var compiled = new CatalogCompiler().compile(inputs, before.memo());
        assertThat(compiled.results().values())
                .singleElement()
                .isInstanceOfSatisfying(EvaluationResult.Refuse.class, refused -> assertThat(refused.reason())
                        .isEqualTo(Reason.LastGoodLessStrict));
        assertThat(compiled.served()).isEmpty();
    }

    @Test
    void publishedLeafKeepsItsRoomInAFullSlot() {
        var names = namesOfOneSlot(LeafKind.Resource, 4);
        var last = resource(names.getLast(), 1, 150 << 10);
        var before = compile(last);
        var published = Published.of(before.toCatalog(new Revision("before", 1, "")));
        var all = new ArrayList<>(names.subList(0, 3).stream()
                .map(name -> resource(name, 1, 150 << 10))
                .toList());
        all.add(last);
        var inputs = inputs(all.toArray(String[]::new)).withPublished(published);
        var compiler = new CatalogCompiler();
        var compiled = compiler.compile(inputs);
        assertThat(names.stream().filter(name -> result(compiled, name) instanceof EvaluationResult.Serve))
                .containsExactly(names.get(0), names.get(3));
        assertThat(result(compiled, names.get(1)))
                .isInstanceOfSatisfying(EvaluationResult.Refuse.class, refused -> assertThat(refused.reason())
                        .isEqualTo(Reason.CatalogFull));
        assertThat(compiler.compile(inputs, compiled.memo()).results()).isEqualTo(compiled.results());
    }

    @Test
    void aLeafThatGrewBeyondItsFullSlotKeepsItsLastGoodVersion() {
        var names = namesOfOneSlot(LeafKind.Resource, 4);
        var neighbours = names.subList(1, 4).stream()
                .map(name -> resource(name, 1, 120 << 10))
                .toList();
        var before = compile(with(neighbours, resource(names.getFirst(), 1, 10 << 10)));
        assertThat(before.served().size()).isEqualTo(4);
        var published = Published.of(before.toCatalog(new Revision("before", 1, "")));
        var grown = inputs(with(neighbours, resource(names.getFirst(), 2, 150 << 10)))
                .withPublished(published);
        var compiled = new CatalogCompiler().compile(grown, before.memo());
        assertThat(compiled.served().size()).isEqualTo(4);
        assertThat(compiled.results().values().stream().filter(EvaluationResult.KeepLastGood.class::isInstance))
                .singleElement()
                .satisfies(
                        kept -> assertThat(kept.problems().getFirst().reason()).isEqualTo(Reason.CatalogFull))
                .satisfies(kept -> assertThat(
                                kept.served().orElseThrow().identity().generation())
                        .isLessThanOrEqualTo(1));
        assertThat(new CatalogCompiler().compile(grown).results()).isEqualTo(compiled.results());
    }

    @Test
    void aLeafWhoseLastGoodVersionBreaksTheCompilerCostsItselfOnlyInAFullSlot() {
        var names = namesOfOneSlot(LeafKind.Tool, 4);
        var neighbours = names.subList(1, 4).stream()
                .map(name -> tool(name, 1, 120 << 10, ""))
                .toList();
        var before = compile(with(neighbours, tool(names.getFirst(), 1, 10 << 10, "")));
        var published = Published.of(before.toCatalog(new Revision("before", 1, "")));
        var grown = inputs(with(neighbours, tool(names.getFirst(), 2, 150 << 10, "")))
                .withPublished(published);
        var faults = new HashMap<String, Throwable>();
        var compiled = new CatalogCompiler(withoutLastGood())
                .compile(grown, Memo.empty(), (object, fault) -> faults.put(object.name(), fault));
        assertThat(compiled.served()).hasSize(3);
        assertThat(result(compiled, names.getFirst()).problems())
                .extracting(Problem::reason)
                .containsExactly(Reason.CatalogFull, Reason.CompilerFault);
        assertThat(faults).containsOnlyKeys(names.getFirst());
    }

    private static LeafCompilers withoutLastGood() {
        var sound = LeafCompilers.of(new StatementCompiler()::compile);
        return new LeafCompilers(sound.tools(), sound.prompts(), sound.resources(), new LastGood(_ -> {
            throw new IllegalStateException("a bug");
        }));
    }

    @Test
    void aLeafThatGrewTooLargeDoesNotShareANameThatAnotherHasTaken() {
        var before = compile(resource("page", 1, 1 << 10));
        var published = Published.of(before.toCatalog(new Revision("before", 1, "")));
        var renamed = resource("page", 2, 300 << 10).replace("docs://page", "docs://elsewhere");
        var other = resource("other", 1, 1 << 10).replace("docs://other", "docs://page");
        var compiled = new CatalogCompiler().compile(inputs(renamed, other).withPublished(published));
        assertThat(compiled.served())
                .extracting(it -> it.leaf().identity().name())
                .containsExactly("page");
        assertThat(result(compiled, "other"))
                .isInstanceOfSatisfying(EvaluationResult.Refuse.class, refused -> assertThat(refused.reason())
                        .isEqualTo(Reason.NameConflict));
    }

    /** Resources with the text of one ConfigMap, which compresses so well that each slot has room for all of them. */
    @Test
    void publishedLeavesKeepTheirRoomInAFullCatalog() {
        var text = CONFIG_MAP.formatted("word ".repeat(200_000));
        var before = compile(RESOURCE_OF_A_TEXT.formatted(100, 100), text);
        var published = Published.of(before.toCatalog(new Revision("before", 1, "")));
        var burst = IntStream.range(0, 101)
                .mapToObj(number -> RESOURCE_OF_A_TEXT.formatted(number, number))
                .collect(Collectors.toCollection(ArrayList::new));
        burst.add(text);

        var compiled = new CatalogCompiler()
                .compile(inputs(burst.toArray(String[]::new)).withPublished(published));

        // Their text is a megabyte, of the 64 that replicas hold.
        assertThat(compiled.served()).hasSize(67);
        assertThat(result(compiled, "page-100")).isInstanceOf(EvaluationResult.Serve.class);
        assertThat(compiled.results().values().stream()
                        .filter(EvaluationResult.Refuse.class::isInstance)
                        .flatMap(it -> it.problems().stream())
                        .map(Problem::message))
                .contains(
                        "the catalog is full: all its definitions together may have 64 MiB before they are compressed");
    }

    private static String[] with(List<String> resources, String other) {
        var all = new ArrayList<>(resources);
        all.add(other);
        return all.toArray(String[]::new);
    }

    private static List<String> namesOfOneSlot(LeafKind kind, int count) {
        var slot = Slot.of(identity(kind, "page-0"));
        return IntStream.range(0, 10_000)
                .mapToObj(number -> "page-" + number)
                .filter(name -> Slot.of(identity(kind, name)).equals(slot))
                .limit(count)
                .toList();
    }

    private static LeafIdentity identity(LeafKind kind, String name) {
        return new LeafIdentity(kind, "default", name, "", 1);
    }

    private CompiledServer compile(String... resources) {
        return new CatalogCompiler().compile(inputs(resources));
    }

    private static ServerInputs inputs(String... resources) {
        var documents = new ArrayList<>(List.of(resources));
        documents.add(SERVER);
        return Manifests.read(documents.toArray(String[]::new)).inputs();
    }

    private static EvaluationResult result(CompiledServer compiled, String name) {
        return compiled.results().entrySet().stream()
                .filter(entry -> entry.getKey().name().equals(name))
                .findFirst()
                .orElseThrow()
                .getValue();
    }

    private String tool(int generation, int bytes, String source) {
        return tool("page", generation, bytes, source);
    }

    /** @param source of its input */
    private String tool(String name, int generation, int bytes, String source) {
        var description = new byte[bytes];
        random.nextBytes(description);
        return """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: %s, generation: %d}
                spec:
                  serverRefs: [{name: shop}]
                  description: %s
                  inputs: [{name: tenant, type: string%s}]
                  statement: {adapter: demo, text: {inline: "SELECT {{ inputs.tenant }} AS tenant"}}
                """.formatted(name, generation, Base64.getEncoder().encodeToString(description), source);
    }

    private String resource(String name, int generation, int bytes) {
        var content = new byte[bytes];
        random.nextBytes(content);
        return """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Resource
                metadata: {name: %s, generation: %d}
                spec:
                  serverRefs: [{name: shop}]
                  uri: "docs://%s"
                  blob: %s
                """.formatted(name, generation, name, Base64.getEncoder().encodeToString(content));
    }
}
