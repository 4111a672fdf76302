package dev.hyperterse.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.catalog.encoding.Slot;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.Published;
import dev.hyperterse.compiler.resolve.ServerInputs;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Namespaces that bring more than their part of a catalog. The server is in another one. */
class CatalogRoomTest {
    private static final String SERVER = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: shop, namespace: gateways}
            spec:
              attachments: {namespaces: {from: All}}
              adapters: [{name: demo, engine: Sqlite, url: ":memory:"}]
            """;
    private static final String TEXTS = """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: texts, namespace: %s, labels: {hyperterse.dev/readable: "true"}}
            data: {page: "%s"}
            """;
    private static final Slot SLOT = new Slot(7);

    private final CatalogCompiler compiler = new CatalogCompiler();
    private Memo memo = Memo.empty();
    private final Random random = new Random(1);

    /** Texts of a megabyte that compress so well that each slot has room for all of them. */
    @Test
    void aNamespaceThatFillsTheCatalogLeavesRoomForTheNext() {
        var greedy = compile(Published.nothing(), texts("greedy", 0, 60));
        assertThat(servedOf("greedy", greedy)).isEqualTo(42);
        var second = compile(published(greedy), texts("greedy", 0, 60), texts("second", 0, 20));
        assertThat(servedOf("greedy", second)).isEqualTo(42);
        assertThat(servedOf("second", second)).isEqualTo(14);
        var third = compile(published(second), texts("greedy", 0, 60), texts("second", 0, 20), texts("third", 0, 8));
        assertThat(servedOf("second", third)).isEqualTo(14);
        assertThat(servedOf("third", third)).isEqualTo(5);
        assertThat(problems(third))
                .contains("the catalog is full for namespace 'greedy', which may take twice what it leaves to others:"
                        + " all its definitions together may have 64 MiB before they are compressed");
    }

    @Test
    void theServersOwnNamespaceTakesAll() {
        assertThat(servedOf("gateways", compile(Published.nothing(), texts("gateways", 0, 80))))
                .isEqualTo(63);
    }

    @Test
    void anEditThatDoesNotGrowNeedsNoMoreRoom() {
        var before = compile(Published.nothing(), texts("greedy", 0, 42), texts("second", 0, 14));
        assertThat(before.served().size()).isEqualTo(56);
        var same = text("greedy", 7).replace("A page", "A word");
        var grown = text("greedy", 8).replace("A page", "A longer page");
        var after = compile(
                published(before), texts("greedy", 0, 7), same, grown, texts("greedy", 9, 42), texts("second", 0, 14));
        assertThat(after.served().size()).isEqualTo(56);
        assertThat(result(after, "greedy", 7).getClass()).isEqualTo(EvaluationResult.Serve.class);
        assertThat(result(after, "greedy", 8).getClass()).isEqualTo(EvaluationResult.KeepLastGood.class);
    }

    @Test
    void aNamespaceThatFillsASlotLeavesRoomForTheNext() {
        var greedy = blobs("greedy", 4, 140 << 10);
        var second = blobs("second", 4, 60 << 10);
        var first = compile(Published.nothing(), greedy);
        assertThat(servedOf("greedy", first)).isEqualTo(2);
        var both = compile(published(first), greedy, second);
        assertThat(servedOf("greedy", both)).isEqualTo(2);
        assertThat(servedOf("second", both)).isEqualTo(1);
        assertThat(problems(both))
                .contains("slot 07 of the catalog, which holds this definition, is full for namespace 'second',"
                        + " which may take twice what it leaves to others");
        assertThat(servedAgain(both, greedy, second)).isEqualTo(served(both));
    }

    /** The largest definition that there may be. */
    @Test
    void anEmptySlotHasRoomForEveryDefinition() {
        var largest = compile(Published.nothing(), blobs("greedy", 1, 250 << 10));
        assertThat(servedOf("greedy", largest)).isEqualTo(1);
    }

    @Test
    void aDefinitionThatGrewNeverTakesTheRoomOfAnEditedOne() {
        var names = names("gateways", 2);
        var before = compile(
                Published.nothing(),
                blob("gateways", names.getFirst(), 200 << 10),
                blob("gateways", names.getLast(), 220 << 10));
        assertThat(before.served().size()).isEqualTo(2);
        var after = compile(
                published(before),
                blob("gateways", names.getFirst(), 250 << 10),
                blob("gateways", names.getLast(), 220 << 10));
        assertThat(after.results().values().stream().map(EvaluationResult::getClass))
                .containsExactly(EvaluationResult.KeepLastGood.class, EvaluationResult.Serve.class);
    }

    @Test
    void theNameOfADefinitionWithoutRoomGoesToTheNext() {
        var full = blobs("greedy", 2, 140 << 10);
        var before = compile(Published.nothing(), full);
        var large =
                blob("greedy", names("greedy", 3).getLast(), 140 << 10).replaceAll("docs://.*\"", "docs://shared\"");
        var small = blob("second", "small", 1 << 10).replaceAll("docs://.*\"", "docs://shared\"");

        var after = compile(published(before), full, large, small);
        assertThat(problems(after)).singleElement().asString().startsWith("slot 07 of the catalog");
        assertThat(servedOf("greedy", after)).isEqualTo(2);
        assertThat(servedOf("second", after)).isEqualTo(1);

        var again = compile(published(after), large, small);
        assertThat(servedOf("second", again)).as("the holder keeps its name").isEqualTo(1);
        assertThat(servedOf("greedy", again)).isZero();
        assertThat(reasons(again)).containsExactly(Reason.NameConflict);
    }

    /** Remembers what it compiled, as an operator does. */
    private CompiledServer compile(Published published, String... definitions) {
        var compiled = compiler.compile(inputs(published, definitions), memo);
        memo = compiled.memo();
        return compiled;
    }

    private ServerInputs inputs(Published published, String... definitions) {
        var documents = new ArrayList<>(List.of(SERVER));
        for (var namespace : List.of("gateways", "greedy", "second", "third")) {
            if (String.join("", definitions).contains(namespace + "/0")) {
                documents.add(TEXTS.formatted(namespace, "word ".repeat((1 << 20) / 5)));
            }
        }
        documents.addAll(List.of(definitions));
        return Manifests.read(documents.toArray(String[]::new)).inputs().withPublished(published);
    }

    private List<LeafIdentity> servedAgain(CompiledServer compiled, String... definitions) {
        return served(compile(published(compiled), definitions));
    }

    private static List<LeafIdentity> served(CompiledServer compiled) {
        return compiled.served().stream().map(it -> it.leaf().identity()).toList();
    }

    private static Published published(CompiledServer compiled) {
        return Published.of(compiled.toCatalog(new Revision("before", 1, "")));
    }

    private static long servedOf(String namespace, CompiledServer compiled) {
        return compiled.served().stream()
                .filter(it -> it.leaf().identity().namespace().equals(namespace))
                .count();
    }

    private static List<String> problems(CompiledServer compiled) {
        return compiled.results().values().stream()
                .filter(EvaluationResult.Refuse.class::isInstance)
                .flatMap(it -> it.problems().stream())
                .filter(it -> it.reason() == Reason.CatalogFull)
                .map(Problem::message)
                .toList();
    }

    private static List<Reason> reasons(CompiledServer compiled) {
        return compiled.results().values().stream()
                .flatMap(it -> it.problems().stream())
                .map(Problem::reason)
                .toList();
    }

    private static EvaluationResult result(CompiledServer compiled, String namespace, int number) {
        return compiled.results().entrySet().stream()
                .filter(it -> it.getKey().namespace().equals(namespace))
                .filter(it -> it.getKey().name().equals("page-" + number))
                .findFirst()
                .orElseThrow()
                .getValue();
    }

    /** With names from that number to below the other. */
    private static String texts(String namespace, int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(number -> text(namespace, number))
                .collect(Collectors.joining("---\n"));
    }

    private static String text(String namespace, int number) {
        return """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Resource
                metadata: {name: page-%2$d, namespace: %1$s}
                spec:
                  serverRefs: [{name: shop, namespace: gateways}]
                  uri: "docs://%1$s/%2$d"
                  description: A page
                  configMapKeyRef: {name: texts, key: page}
                """.formatted(namespace, number);
    }

    /** Of content that does not compress. */
    private String blobs(String namespace, int count, int bytes) {
        return names(namespace, count).stream()
                .map(name -> blob(namespace, name, bytes))
                .collect(Collectors.joining("---\n"));
    }

    private String blob(String namespace, String name, int bytes) {
        var content = new byte[bytes];
        random.nextBytes(content);
        return """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Resource
                metadata: {name: %2$s, namespace: %1$s}
                spec:
                  serverRefs: [{name: shop, namespace: gateways}]
                  uri: "docs://%1$s/%2$s"
                  blob: %3$s
                """.formatted(namespace, name, Base64.getEncoder().encodeToString(content));
    }

    /** Of resources that belong to the slot. */
    private static List<String> names(String namespace, int count) {
        return IntStream.range(0, 10_000)
                .mapToObj(number -> "blob-%04d".formatted(number))
                .filter(name -> Slot.of(new LeafIdentity(LeafKind.Resource, namespace, name, "", 1))
                        .equals(SLOT))
                .limit(count)
                .toList();
    }
}
