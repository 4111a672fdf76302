package dev.hyperterse.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Revision;
import dev.hyperterse.compiler.leaf.content.PromptCompiler;
import dev.hyperterse.compiler.leaf.content.ResourceCompiler;
import dev.hyperterse.compiler.leaf.lastgood.LastGood;
import dev.hyperterse.compiler.leaf.tool.ToolCompiler;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.Published;
import dev.hyperterse.compiler.resolve.ServerInputs;
import dev.hyperterse.statement.sql.StatementCompiler;
import org.junit.jupiter.api.Test;

/** What becomes of the published version where the compiler itself fails; what authors do wrong, golden cases show. */
class FallbackTest {
    @Test
    void aFaultOfTheCompilerLeavesTheLastGoodVersion() {
        assertThat(faulty("")).isInstanceOf(EvaluationResult.KeepLastGood.class);
    }

    @Test
    void aFaultOfTheCompilerBesideAuthThatDoesNotResolveFailsClosed() {
        assertThat(faulty("auth: {plugin: sso}"))
                .isInstanceOfSatisfying(EvaluationResult.Refuse.class, refused -> assertThat(refused.problems())
                        .extracting(Problem::reason)
                        .containsExactly(Reason.PluginNotFound, Reason.CompilerFault));
    }

    /** @param edit a line of the tool that was added, where the compiler fails at the rest */
    private static EvaluationResult faulty(String edit) {
        var before = new CatalogCompiler().compile(inputs(1, ""));
        var published = Published.of(before.toCatalog(new Revision("before", 1, "")));
        var compiled = new CatalogCompiler(failing()).compile(inputs(2, edit).withPublished(published));
        return compiled.results().values().iterator().next();
    }

    private static LeafCompilers failing() {
        var statements = new StatementCompiler();
        return new LeafCompilers(
                new ToolCompiler(_ -> {
                    throw new IllegalStateException("a bug");
                }),
                new PromptCompiler(statements::compile),
                new ResourceCompiler(statements::compile),
                new LastGood(statements::compile));
    }

    private static ServerInputs inputs(int generation, String edit) {
        return Manifests.read("""
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {name: shop}
                spec: {adapters: [{name: demo, engine: Sqlite, url: ":memory:"}]}
                ---
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: edited, generation: %d}
                spec:
                  serverRefs: [{name: shop}]
                  statement: {adapter: demo, text: {inline: "SELECT 1 AS one"}}
                  %s
                """.formatted(generation, edit)).inputs();
    }
}
