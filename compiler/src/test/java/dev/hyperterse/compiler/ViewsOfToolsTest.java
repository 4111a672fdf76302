package dev.hyperterse.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.ToolView;
import dev.hyperterse.compiler.problem.Problem;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The edges of views; a golden case has what is usual. */
class ViewsOfToolsTest {
    private static final int LONGEST = 256 * 1024;
    private static final String SERVER = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: shop, namespace: default}
            spec:
              exposure: Direct
              adapters:
                - {name: db, engine: Sqlite, url: ":memory:"}
                - {name: pets, engine: Http, url: "https://pets.example.com", access: ReadWrite}
            """;
    private static final String PAGE = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: own, namespace: default}
            spec:
              serverRefs: [{name: shop}]
              statement: {adapter: db, text: {inline: "SELECT 1 AS one"}}
              view: {page: {inline: "%s"}}
            """;
    private static final String OPERATIONS = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: pets, namespace: default}
            spec:
              serverRefs: [{name: shop}]
              view: {kind: Table}
              openapi:
                adapter: pets
                document:
                  inline: |
                    openapi: 3.1.0
                    paths:
                      /pets: {get: {operationId: list}, post: {operationId: add}}
            """;

    @Test
    void longestPageIsServed() {
        assertThat(views(compiled(PAGE.formatted("a".repeat(LONGEST)))))
                .singleElement()
                .satisfies(view -> assertThat(view.page())
                        .hasValueSatisfying(page -> assertThat(page).hasSize(LONGEST)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "é"})
    void longerPageIsRefusedByItsBytes(String letter) {
        var page = letter.repeat(LONGEST / letter.getBytes(StandardCharsets.UTF_8).length) + "a";

        assertThat(compiled(PAGE.formatted(page)).results().values())
                .flatExtracting(EvaluationResult::problems)
                .extracting(Problem::path, Problem::rule)
                .containsExactly(tuple("spec.view.page", "page-size"));
    }

    /** The answer of an API is rows, whatever its schema says. */
    @Test
    void operationsHaveTheViewOfTheirTool() {
        assertThat(views(compiled(OPERATIONS))).hasSize(2).allSatisfy(view -> assertThat(view.kind())
                .isEqualTo(ToolView.Kind.Table));
    }

    private static CompiledServer compiled(String tool) {
        return new CatalogCompiler().compile(Manifests.read(SERVER, tool).inputs());
    }

    private static List<ToolView> views(CompiledServer compiled) {
        return compiled.served().stream()
                .map(served -> ((ToolLeaf) served.leaf()).view())
                .flatMap(Optional::stream)
                .toList();
    }
}
