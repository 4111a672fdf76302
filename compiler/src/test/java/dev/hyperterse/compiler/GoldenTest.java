package dev.hyperterse.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.catalog.encoding.CatalogCodec;
import dev.hyperterse.catalog.encoding.CatalogIndex;
import dev.hyperterse.catalog.encoding.DecodedLeaf;
import dev.hyperterse.catalog.encoding.EncodedSlot;
import dev.hyperterse.catalog.encoding.Slot;
import dev.hyperterse.catalog.encoding.SlotPacking;
import dev.hyperterse.catalog.script.CompiledScript;
import dev.hyperterse.catalog.script.ScriptModule;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.resolve.Published;
import dev.hyperterse.compiler.resolve.ScriptOutcome;
import dev.hyperterse.compiler.resolve.ScriptSource;
import dev.hyperterse.compiler.resolve.ServerInputs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Each directory below {@code golden} is one case: objects in {@code in-*.yaml}, those they took the place of in {@code
 * before-*.yaml}, and what became of them in {@code out-*.json}. Rewrite with {@code -Dgolden.update=true}, then read the
 * difference.
 */
class GoldenTest {
    private static final Path ROOT = Path.of("src/test/resources/golden");
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    private static final CatalogCodec CODEC = new CatalogCodec();

    static Stream<String> cases() {
        return entries(ROOT).filter(Files::isDirectory).map(it -> it.getFileName()
                .toString());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void compilesToTheGoldenFiles(String name) {
        var directory = ROOT.resolve(name);
        var published = published(directory);
        var compiled = new CatalogCompiler().compile(inputs(directory, "in-").withPublished(published));
        check(directory.resolve("out-catalog.json"), catalog(compiled));
        check(directory.resolve("out-results.json"), results(compiled));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void neverWritesASecretIntoTheCatalog(String name) {
        var compiled = new CatalogCompiler().compile(inputs(ROOT.resolve(name), "in-"));
        assertThat(JSON.writeValueAsString(catalog(compiled))).doesNotContain("s3cr3t");
        assertThat(JSON.writeValueAsString(results(compiled))).doesNotContain("s3cr3t");
    }

    /** A replica refuses what it does not know, so nothing may be written that is not read. */
    @ParameterizedTest
    @MethodSource("cases")
    void isReadAsItIsWritten(String name) {
        var compiled = new CatalogCompiler().compile(inputs(ROOT.resolve(name), "in-"));
        for (var served : compiled.served()) {
            var written = CODEC.encode(served.leaf());
            var slot = Slot.of(served.leaf().identity());
            var packed = new SlotPacking().pack(slot, List.of(written)).slot();
            // Compared as bytes: a number that was read is of another class than one that was compiled.
            assertThat(CODEC.decodeSlot(EncodedSlot.open(packed.part(), packed.compressed()), slot))
                    .singleElement()
                    .isInstanceOfSatisfying(DecodedLeaf.Served.class, read -> assertThat(
                                    CODEC.encode(read.leaf()).digest())
                            .isEqualTo(written.digest()));
        }
        compiled.settings().map(GoldenTest::indexOf).ifPresent(index -> assertThat(
                        CODEC.decodeIndex(CODEC.encode(index)))
                .isEqualTo(index));
    }

    private static CatalogIndex indexOf(ServerSettings settings) {
        return new CatalogIndex(
                CatalogCodec.FORMAT,
                new Revision("epoch", 1, ""),
                settings,
                List.of(),
                Optional.of("values"),
                Optional.of("epoch.1"));
    }

    @Test
    void thereAreCasesEnough() {
        assertThat(cases()).hasSizeGreaterThanOrEqualTo(40);
    }

    private static Published published(Path directory) {
        if (entries(directory).noneMatch(it -> it.getFileName().toString().startsWith("before-"))) {
            return Published.nothing();
        }
        var before = new CatalogCompiler().compile(inputs(directory, "before-"));
        return Published.of(before.toCatalog(new Revision("before", 1, "")));
    }

    /** Scripts compile to what they are, where the case is about what stands beside them. */
    private static ServerInputs inputs(Path directory, String prefix) {
        var inputs = manifests(directory, prefix).inputs();
        return directory.getFileName().toString().startsWith("scripts-")
                ? inputs.withScripts(source -> Optional.of(asItIs(source)))
                : inputs;
    }

    private static ScriptOutcome asItIs(ScriptSource source) {
        var module = new ScriptModule(source.entry(), source.files().get(source.entry()), Optional.empty());
        return new ScriptOutcome.Compiled(new CompiledScript(source.digest(), List.of(module), source.engine()));
    }

    private static Manifests manifests(Path directory, String prefix) {
        return Manifests.read(entries(directory)
                .filter(it -> it.getFileName().toString().startsWith(prefix))
                .map(GoldenTest::text)
                .toArray(String[]::new));
    }

    private static JsonNode catalog(CompiledServer compiled) {
        var root = JSON.createObjectNode();
        root.set("server", compiled.settings().map(CODEC::tree).orElse(null));
        var leaves = root.putArray("leaves");
        compiled.served().forEach(it -> leaves.add(CODEC.tree(it.leaf())));
        var values = root.putArray("values");
        compiled.values().keySet().forEach(it -> values.add(it.name()));
        return root;
    }

    private static JsonNode results(CompiledServer compiled) {
        var root = JSON.createObjectNode();
        root.put("published", compiled.publishable() ? compiled.keptLastGood() ? "last good settings" : "yes" : "no");
        problems(root.putArray("server"), compiled.problems());
        var leaves = root.putObject("leaves");
        compiled.results().forEach((leaf, result) -> describe(leaves.putObject(leaf.display()), leaf, result));
        return root;
    }

    private static void describe(ObjectNode node, LeafIdentity leaf, EvaluationResult result) {
        switch (result) {
            case EvaluationResult.Serve(var served) ->
                node.put("result", "Serve").put("as", served.publicName());
            case EvaluationResult.KeepLastGood(var served, var problems) -> {
                node.put("result", "KeepLastGood").put("as", served.publicName());
                node.put("generation", leaf.generation())
                        .put("servedGeneration", served.identity().generation());
                problems(node.putArray("problems"), problems);
            }
            case EvaluationResult.Refuse(var reason, var problems) -> {
                node.put("result", "Refuse").put("reason", reason.name());
                problems(node.putArray("problems"), problems);
            }
        }
    }

    private static void problems(ArrayNode node, List<Problem> problems) {
        problems.forEach(problem -> {
            var one = node.addObject();
            one.put("reason", problem.reason().name()).put("path", problem.path());
            problem.position().ifPresent(it -> one.put("position", it.toString()));
            one.put("rule", problem.rule()).put("message", problem.message()).put("remedy", problem.remedy());
        });
    }

    private static void check(Path file, JsonNode actual) {
        var written = JSON.writeValueAsString(actual) + "\n";
        if (Boolean.getBoolean("golden.update")) {
            write(file, written);
        }
        assertThat(written).as(file.toString()).isEqualTo(Files.exists(file) ? text(file) : "");
    }

    private static Stream<Path> entries(Path directory) {
        try (var entries = Files.list(directory)) {
            return entries.sorted().toList().stream();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
