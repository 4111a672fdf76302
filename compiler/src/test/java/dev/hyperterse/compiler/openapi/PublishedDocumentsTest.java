package dev.hyperterse.compiler.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.compiler.CatalogCompiler;
import dev.hyperterse.compiler.CompiledServer;
import dev.hyperterse.compiler.EvaluationResult;
import dev.hyperterse.compiler.Manifests;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.Documents;
import dev.hyperterse.compiler.resolve.Entries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Documents that others have published, which are not kept here: {@code -Dopenapi.documents=DIRECTORY}. Each operation becomes a
 * tool or is refused with a reason.
 */
@EnabledIfSystemProperty(named = "openapi.documents", matches = ".+")
class PublishedDocumentsTest {
    static Stream<Path> documents() throws IOException {
        try (var files = Files.list(Path.of(System.getProperty("openapi.documents")))) {
            return files.sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("documents")
    void eachOperationBecomesAToolOrIsRefusedWithAReason(Path file) throws IOException {
        var text = Files.readString(file);
        var operations = Operation.of(ApiDocument.read(text)).size();
        var compiled = compile(text);
        var refused = new TreeMap<String, Integer>();
        var served = 0;
        for (var result : compiled.results().values()) {
            switch (result) {
                case EvaluationResult.Serve _ -> served++;
                case EvaluationResult.KeepLastGood _, EvaluationResult.Refuse _ ->
                    refused.merge(reason(result.problems()), 1, Integer::sum);
            }
        }
        report(file, operations, served, refused);
        assertThat(compiled.results()).hasSize(operations);
        assertThat(compiled.results().keySet()).extracting(LeafIdentity::item).allMatch(Optional::isPresent);
        assertThat(compiled.results().values())
                .flatExtracting(EvaluationResult::problems)
                .extracting(Problem::reason)
                .doesNotContain(Reason.CompilerFault);
    }

    private static CompiledServer compile(String text) {
        var objects = Manifests.read("""
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {name: shop}
                spec: {adapters: [{name: api, engine: Http, url: "https://api.example.com", access: ReadWrite}]}
                """, """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: api}
                spec:
                  serverRefs: [{name: shop}]
                  openapi: {adapter: api, document: {configMapKeyRef: {name: apis, key: document}}}
                """);
        var entries = new Entries(Map.of("document", text), Map.of(), true);
        var documents = new Documents() {
            @Override
            public Optional<Entries> configMap(String namespace, String name) {
                return Optional.of(entries);
            }

            @Override
            public Optional<Entries> secret(String namespace, String name) {
                return Optional.empty();
            }
        };
        return new CatalogCompiler().compile(objects.inputs().withDocuments(documents));
    }

    private static String reason(List<Problem> problems) {
        var problem = problems.getFirst();
        return problem.rule() + ": "
                + problem.message().replaceAll("^[A-Z]+ [^:]+: ", "").replaceAll("'[^']*'", "'…'");
    }

    private static void report(Path file, int operations, int served, Map<String, Integer> refused) {
        System.out.printf("PUBLISHED %s %d operations, %d tools %s%n", file.getFileName(), operations, served, refused);
    }
}
