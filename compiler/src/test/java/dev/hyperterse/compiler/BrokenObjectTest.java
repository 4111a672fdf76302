package dev.hyperterse.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.Documents;
import dev.hyperterse.compiler.resolve.Entries;
import java.util.HashMap;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An object that breaks the compiler does not keep the others of its server from being published. */
class BrokenObjectTest {
    /** For the log of the operator: the status has the name of the fault only. */
    @ParameterizedTest
    @ValueSource(strings = {"statement: {adapter: demo, text: %s}", "openapi: {adapter: demo, document: %s}"})
    void faultIsPassedOnWithItsObject(String action) {
        var faults = new HashMap<String, Throwable>();
        new CatalogCompiler()
                .compile(
                        manifests(action.formatted("{configMapKeyRef: {name: broken, key: text}}"))
                                .inputs()
                                .withDocuments(new Breaking()),
                        Memo.empty(),
                        (object, fault) -> faults.put(object.display(), fault));
        assertThat(faults).hasEntrySatisfying("Tool default/edited", fault -> assertThat(fault)
                .hasMessage("a bug"));
    }

    @Test
    void objectThatCannotBeLinkedCostsItselfOnly() {
        var compiled = new CatalogCompiler()
                .compile(manifests("statement: {adapter: demo, text: {configMapKeyRef: {name: broken, key: text}}}")
                        .inputs()
                        .withDocuments(new Breaking()));
        assertThat(served(compiled)).isEqualTo("other");
        assertThat(compiled.results().values())
                .filteredOn(EvaluationResult.Refuse.class::isInstance)
                .singleElement()
                .satisfies(it ->
                        assertThat(it.problems()).extracting(Problem::reason).containsExactly(Reason.CompilerFault));
    }

    @Test
    void objectWhoseItemsCannotBeReadCostsItselfOnly() {
        var compiled = new CatalogCompiler()
                .compile(manifests("openapi: {adapter: demo, document: {configMapKeyRef: {name: broken, key: text}}}")
                        .inputs()
                        .withDocuments(new Breaking()));
        assertThat(served(compiled)).isEqualTo("other");
    }

    /** The schema is compiled a first time while the rule is linked, which reads its inputs. */
    @Test
    void schemaWithAnEmptyReferenceInItsDataBreaksNothing() {
        var compiled = new CatalogCompiler().compile(manifests("""
                auth: {plugin: allow_all, rules: [{name: first, expression: "principal.subject != ''", message: no}]}
                  inputSchema: {type: object, properties: {a: {type: string, default: {$ref: ""}}}}
                  statement: {adapter: demo, text: {inline: "SELECT 1 AS one"}}
                """).inputs());
        assertThat(served(compiled)).isEqualTo("edited other");
    }

    private static String served(CompiledServer compiled) {
        return compiled.served().stream().map(it -> it.leaf().publicName()).collect(Collectors.joining(" "));
    }

    /** @param action of one of two tools */
    private static Manifests manifests(String action) {
        return Manifests.read("""
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {name: shop}
                spec: {adapters: [{name: demo, engine: Sqlite, url: ":memory:"}]}
                ---
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: edited}
                spec:
                  serverRefs: [{name: shop}]
                  %s
                ---
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: other}
                spec:
                  serverRefs: [{name: shop}]
                  statement: {adapter: demo, text: {inline: "SELECT 2 AS two"}}
                """.formatted(action));
    }

    /** Finds one of them in a state that the compiler does not know. */
    private static final class Breaking implements Documents {
        @Override
        public Optional<Entries> configMap(String namespace, String name) {
            throw new IllegalStateException("a bug");
        }

        @Override
        public Optional<Entries> secret(String namespace, String name) {
            return Optional.empty();
        }
    }
}
