package dev.hyperterse.compiler.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.compiler.CatalogCompiler;
import dev.hyperterse.compiler.Manifests;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import org.junit.jupiter.api.Test;

/** A word for {@code result.untrusted} that only a later version of the API has. */
class UnknownMarkingTest {
    /** It may ask for marks, so answers have them until it is known. */
    @Test
    void anUnknownWordOfAServerIsAProblemOfItAndMarksItsTools() {
        var compiled = new CatalogCompiler().compile(Manifests.read("""
                        apiVersion: hyperterse.dev/v1alpha1
                        kind: HyperterseServer
                        metadata: {name: shop}
                        spec:
                          adapters: [{name: demo, engine: Sqlite, url: ":memory:"}]
                          result: {untrusted: Marcked}
                        ---
                        apiVersion: hyperterse.dev/v1alpha1
                        kind: Tool
                        metadata: {name: orders}
                        spec:
                          serverRefs: [{name: shop}]
                          description: Counts orders.
                          statement: {adapter: demo, text: {inline: SELECT 1}}
                        """).inputs());
        assertThat(compiled.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.reason()).isEqualTo(Reason.UnknownValue);
            assertThat(problem.path()).isEqualTo("spec.result.untrusted");
        });
        assertThat(compiled.problems()).extracting(Problem::remedy).allMatch(it -> it.contains("kubectl explain"));
        assertThat(compiled.served()).singleElement().satisfies(it -> assertThat(((ToolLeaf) it.leaf()).returnsMarked())
                .isTrue());
    }
}
